import com.itextpdf.text.pdf.PdfReader;
import com.itextpdf.text.pdf.PdfStamper;
import com.itextpdf.text.pdf.security.LtvVerification;
import java.io.FileOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Has iText 5 append validation data with /VRI for every signature. Arguments: the document, the result, then files whose
 * names end in .cer, .crl or .ocsp (a BasicOCSPResponse).
 */
class WriteVri {
  public static void main(String[] args) throws Exception {
    PdfReader reader = new PdfReader(args[0]);
    PdfStamper stamper = new PdfStamper(reader, new FileOutputStream(args[1]), '\0', true);
    LtvVerification verification = stamper.getLtvVerification();
    for (String name : stamper.getAcroFields().getSignatureNames()) {
      verification.addVerification(name, read(args, ".ocsp"), read(args, ".crl"), read(args, ".cer"));
    }
    verification.merge();
    stamper.close();
    reader.close();
  }

  private static List<byte[]> read(String[] args, String ending) throws Exception {
    List<byte[]> found = new ArrayList<>();
    for (int i = 2; i < args.length; i++) {
      if (args[i].endsWith(ending)) found.add(Files.readAllBytes(Path.of(args[i])));
    }
    return found;
  }
}
