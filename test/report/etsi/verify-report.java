import java.io.File;
import javax.xml.crypto.KeySelector;
import javax.xml.crypto.dsig.XMLSignature;
import javax.xml.crypto.dsig.XMLSignatureFactory;
import javax.xml.crypto.dsig.dom.DOMValidateContext;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Checks the signature of a validation report with Java's own XML signatures: "valid" and the number of references, or "invalid". */
public class VerifyReport {
  public static void main(String[] files) throws Exception {
    DocumentBuilderFactory builders = DocumentBuilderFactory.newInstance();
    builders.setNamespaceAware(true);
    for (String file : files) System.out.println(judge(builders.newDocumentBuilder().parse(new File(file))));
  }

  private static String judge(Document document) throws Exception {
    Element signature = (Element) document.getElementsByTagNameNS(XMLSignature.XMLNS, "Signature").item(0);
    DOMValidateContext context = new DOMValidateContext(KeySelector.singletonKeySelector(keyOf(document)), signature);
    Element properties = (Element) document.getElementsByTagNameNS("http://uri.etsi.org/01903/v1.3.2#", "SignedProperties").item(0);
    context.setIdAttributeNS(properties, null, "Id");
    XMLSignature read = XMLSignatureFactory.getInstance("DOM").unmarshalXMLSignature(context);
    boolean isValid = read.validate(context);
    return (isValid ? "valid " : "invalid ") + read.getSignedInfo().getReferences().size();
  }

  private static java.security.PublicKey keyOf(Document document) throws Exception {
    String base64 = document.getElementsByTagNameNS(XMLSignature.XMLNS, "X509Certificate").item(0).getTextContent();
    byte[] der = java.util.Base64.getDecoder().decode(base64);
    return java.security.cert.CertificateFactory.getInstance("X.509")
        .generateCertificate(new java.io.ByteArrayInputStream(der)).getPublicKey();
  }
}
