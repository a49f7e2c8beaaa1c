import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PublicKey;
import java.security.Security;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cms.CMSProcessableByteArray;
import org.bouncycastle.cms.CMSSignedData;
import org.bouncycastle.cms.SignerInformation;
import org.bouncycastle.cms.jcajce.JcaSimpleSignerInfoVerifierBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

/** Arguments: pairs of a CMS file and the file of its content. Prints "valid" or the reason, one line per pair. */
class VerifyCms {
  public static void main(String[] args) throws Exception {
    Security.addProvider(new BouncyCastleProvider());
    for (int i = 0; i + 1 < args.length; i += 2) {
      System.out.println(judge(Path.of(args[i]), Path.of(args[i + 1])));
    }
  }

  // The bare key: a certificate that was out of date at signing time is no matter of the signature's mathematics.
  private static PublicKey keyOf(X509CertificateHolder certificate) throws Exception {
    return new JcaX509CertificateConverter().setProvider("BC").getCertificate(certificate).getPublicKey();
  }

  private static String judge(Path cms, Path content) {
    try {
      CMSSignedData signed =
          new CMSSignedData(new CMSProcessableByteArray(Files.readAllBytes(content)), Files.readAllBytes(cms));
      if (signed.getSignerInfos().size() == 0) return "no signer";
      for (SignerInformation signer : signed.getSignerInfos()) {
        var matches = signed.getCertificates().getMatches(signer.getSID());
        if (matches.isEmpty()) return "no certificate of the signer";
        X509CertificateHolder certificate = (X509CertificateHolder) matches.iterator().next();
        var verifier = new JcaSimpleSignerInfoVerifierBuilder().setProvider("BC").build(keyOf(certificate));
        if (!signer.verify(verifier)) return "wrong signature";
      }
      return "valid";
    } catch (Exception | LinkageError error) {
      return (error.getClass().getSimpleName() + ": " + error.getMessage()).replace('\n', ' ');
    }
  }
}
