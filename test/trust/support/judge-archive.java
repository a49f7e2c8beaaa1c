import java.io.File;
import java.io.InputStream;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.security.Security;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.interactive.digitalsignature.PDSignature;
import org.bouncycastle.asn1.ASN1InputStream;
import org.bouncycastle.asn1.cms.Attribute;
import org.bouncycastle.asn1.cms.ContentInfo;
import org.bouncycastle.asn1.ess.ESSCertIDv2;
import org.bouncycastle.asn1.ess.SigningCertificateV2;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.cert.X509CRLHolder;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.ocsp.BasicOCSPResp;
import org.bouncycastle.cert.ocsp.OCSPResp;
import org.bouncycastle.cert.ocsp.SingleResp;
import org.bouncycastle.cms.CMSProcessableByteArray;
import org.bouncycastle.cms.CMSSignedData;
import org.bouncycastle.cms.SignerInformation;
import org.bouncycastle.cms.SignerInformationVerifier;
import org.bouncycastle.cms.jcajce.JcaSimpleSignerInfoVerifierBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.operator.ContentVerifierProvider;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.tsp.TimeStampToken;

/**
 * Judges long-term signatures with PDFBox and Bouncy Castle. Arguments: the certificate of a root in PEM, or "-", then PDF
 * files. Prints one line for each: what was found good, and "FAULT" before what was not.
 */
class JudgeArchive {
  private final List<X509CertificateHolder> pool = new ArrayList<>();
  private final List<String> facts = new ArrayList<>();

  public static void main(String[] args) throws Exception {
    Security.addProvider(new BouncyCastleProvider());
    for (String path : Arrays.asList(args).subList(1, args.length)) {
      JudgeArchive judge = new JudgeArchive();
      try {
        if (!args[0].equals("-")) {
          try (PEMParser parser = new PEMParser(Files.newBufferedReader(new File(args[0]).toPath()))) {
            judge.pool.add((X509CertificateHolder) parser.readObject());
          }
        }
        judge.judge(new File(path));
      } catch (Exception | LinkageError error) {
        judge.facts.add("FAULT " + error);
      }
      System.out.println(String.join(", ", judge.facts).replace('\n', ' '));
    }
  }

  private void judge(File file) throws Exception {
    byte[] bytes = Files.readAllBytes(file.toPath());
    try (PDDocument document = PDDocument.load(bytes)) {
      COSBase store = document.getDocumentCatalog().getCOSObject().getDictionaryObject("DSS");
      List<byte[]> ocsps = new ArrayList<>();
      List<byte[]> crls = new ArrayList<>();
      if (store instanceof COSDictionary) {
        for (byte[] der : items((COSDictionary) store, "Certs")) pool.add(new X509CertificateHolder(der));
        ocsps = items((COSDictionary) store, "OCSPs");
        crls = items((COSDictionary) store, "CRLs");
      }
      for (PDSignature signature : document.getSignatureDictionaries()) {
        byte[] content = signature.getSignedContent(bytes);
        if ("ETSI.RFC3161".equals(signature.getSubFilter())) judgeStamp("document-stamp", read(signature), content);
        else judgeSignature(read(signature), content);
      }
      for (byte[] ocsp : ocsps) judgeOcsp((BasicOCSPResp) new OCSPResp(ocsp).getResponseObject());
      for (byte[] crl : crls) judgeCrl(new X509CRLHolder(crl));
    }
  }

  private void fact(boolean isGood, String name) {
    facts.add(isGood ? name : "FAULT " + name);
  }

  private static ContentInfo read(PDSignature signature) throws Exception {
    // Zeros follow the CMS.
    return ContentInfo.getInstance(new ASN1InputStream(signature.getContents()).readObject());
  }

  private static List<byte[]> items(COSDictionary store, String key) throws Exception {
    List<byte[]> found = new ArrayList<>();
    COSBase list = store.getDictionaryObject(key);
    for (int i = 0; list instanceof COSArray && i < ((COSArray) list).size(); i++) {
      try (InputStream stream = ((COSStream) ((COSArray) list).getObject(i)).createInputStream()) {
        found.add(stream.readAllBytes());
      }
    }
    return found;
  }

  private static SignerInformationVerifier verifierBy(X509CertificateHolder certificate) throws Exception {
    return new JcaSimpleSignerInfoVerifierBuilder().setProvider("BC").build(certificate);
  }

  private void judgeSignature(ContentInfo cms, byte[] content) throws Exception {
    CMSSignedData signed = new CMSSignedData(new CMSProcessableByteArray(content), cms);
    pool.addAll(signed.getCertificates().getMatches(null));
    SignerInformation signer = signed.getSignerInfos().iterator().next();
    X509CertificateHolder certificate =
        (X509CertificateHolder) signed.getCertificates().getMatches(signer.getSID()).iterator().next();
    fact(signer.verify(verifierBy(certificate)), "signature");
    Attribute ess = signer.getSignedAttributes().get(PKCSObjectIdentifiers.id_aa_signingCertificateV2);
    if (ess != null) {
      ESSCertIDv2 id = SigningCertificateV2.getInstance(ess.getAttributeValues()[0]).getCerts()[0];
      MessageDigest digest = MessageDigest.getInstance(id.getHashAlgorithm().getAlgorithm().getId(), "BC");
      fact(Arrays.equals(digest.digest(certificate.getEncoded()), id.getCertHash()), "ess");
    }
    if (signer.getUnsignedAttributes() == null) return;
    Attribute stamp = signer.getUnsignedAttributes().get(PKCSObjectIdentifiers.id_aa_signatureTimeStampToken);
    if (stamp != null) judgeStamp("stamp", ContentInfo.getInstance(stamp.getAttributeValues()[0]), signer.getSignature());
  }

  private void judgeStamp(String name, ContentInfo info, byte[] stamped) throws Exception {
    TimeStampToken token = new TimeStampToken(info);
    pool.addAll(token.getCertificates().getMatches(null));
    Collection<?> own = token.getCertificates().getMatches(token.getSID());
    // Checks the signature, the ESS attribute, the purpose and the time against the certificate (RFC 3161).
    token.validate(verifierBy((X509CertificateHolder) own.iterator().next()));
    String algorithm = token.getTimeStampInfo().getMessageImprintAlgOID().getId();
    byte[] digest = MessageDigest.getInstance(algorithm, "BC").digest(stamped);
    fact(Arrays.equals(digest, token.getTimeStampInfo().getMessageImprintDigest()), name);
  }

  private static ContentVerifierProvider providerBy(X509CertificateHolder certificate) throws Exception {
    return new JcaContentVerifierProviderBuilder().setProvider("BC").build(certificate);
  }

  private void judgeOcsp(BasicOCSPResp answer) throws Exception {
    pool.addAll(Arrays.asList(answer.getCerts()));
    boolean isSigned = false;
    for (X509CertificateHolder certificate : pool) {
      try {
        isSigned |= answer.isSignatureValid(providerBy(certificate));
      } catch (Exception otherKey) {
        // A key of another kind is not that of the responder.
      }
    }
    fact(isSigned, "ocsp");
    for (SingleResp single : answer.getResponses()) fact(single.getCertStatus() == null, "good");
  }

  private void judgeCrl(X509CRLHolder crl) throws Exception {
    boolean isSigned = false;
    for (X509CertificateHolder certificate : pool) {
      if (!certificate.getSubject().equals(crl.getIssuer())) continue;
      isSigned |= crl.isSignatureValid(providerBy(certificate));
    }
    fact(isSigned, "crl");
  }
}
