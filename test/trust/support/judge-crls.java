import java.io.ByteArrayInputStream;
import java.io.File;
import java.nio.file.Files;
import java.security.Security;
import java.security.cert.CertPath;
import java.security.cert.CertPathValidator;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertStore;
import java.security.cert.CertificateFactory;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bouncycastle.jcajce.PKIXExtendedParameters;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

/**
 * Asks Bouncy Castle about certificates by CRLs. Argument: a folder with a folder for each case, in which `leaf.der` is asked
 * about, `anchor*.der` are its issuer and what stands above, `other*.der` are further certificates, `crl*.der` the lists, and
 * `time` holds milliseconds. Prints for each, in the order of the names: its name, what was found, and why.
 */
class JudgeCrls {
  public static void main(String[] args) throws Exception {
    Security.addProvider(new BouncyCastleProvider());
    File[] cases = new File(args[0]).listFiles(File::isDirectory);
    Arrays.sort(cases, Comparator.comparing(File::getName));
    for (File folder : cases) {
      String found;
      try {
        validate(folder);
        found = "good";
      } catch (CertPathValidatorException error) {
        String text = String.valueOf(error.getMessage());
        found = (text.contains("revocation after") ? "revoked " : "unknown ") + text.replace('\n', ' ');
      } catch (RuntimeException error) {
        found = "crash " + error;
      }
      System.out.println(folder.getName() + " " + found);
    }
  }

  private static void validate(File folder) throws Exception {
    CertificateFactory factory = CertificateFactory.getInstance("X.509", "BC");
    List<Object> store = new ArrayList<>();
    Set<TrustAnchor> anchors = new HashSet<>();
    X509Certificate leaf = null;
    Date date = null;
    for (File file : folder.listFiles()) {
      byte[] bytes = Files.readAllBytes(file.toPath());
      String name = file.getName();
      if (name.equals("time")) {
        date = new Date(Long.parseLong(new String(bytes)));
      } else if (name.startsWith("crl")) {
        store.add((X509CRL) factory.generateCRL(new ByteArrayInputStream(bytes)));
      } else {
        X509Certificate certificate = (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(bytes));
        store.add(certificate);
        if (name.startsWith("anchor")) anchors.add(new TrustAnchor(certificate, null));
        if (name.equals("leaf.der")) leaf = certificate;
      }
    }
    CertPath path = factory.generateCertPath(List.of(leaf));
    PKIXParameters parameters = new PKIXParameters(anchors);
    parameters.setRevocationEnabled(true);
    parameters.setDate(date);
    parameters.addCertStore(CertStore.getInstance("Collection", new CollectionCertStoreParameters(store), "BC"));
    PKIXExtendedParameters.Builder extended = new PKIXExtendedParameters.Builder(parameters);
    extended.setUseDeltasEnabled(true);
    CertPathValidator.getInstance("PKIX", "BC").validate(path, extended.build());
  }
}
