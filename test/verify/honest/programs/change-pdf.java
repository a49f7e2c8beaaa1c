// Changes PDF files with PDFBox, iText 5 and iText 2 (the ancestor of OpenPDF), each in an incremental save. Reads one change per line from its standard
// input (operation, input, output; separated by tabulators) and answers each with "ok" or what went wrong.
// Arguments: a PKCS #12 file to sign with, one of a time-stamping authority, and the password of both.

import com.itextpdf.text.BaseColor;
import com.itextpdf.text.Document;
import com.itextpdf.text.PageSize;
import com.itextpdf.text.Paragraph;
import com.itextpdf.text.Rectangle;
import com.itextpdf.text.pdf.AcroFields;
import com.itextpdf.text.pdf.PdfAnnotation;
import com.itextpdf.text.pdf.PdfContentByte;
import com.itextpdf.text.pdf.PdfName;
import com.itextpdf.text.pdf.PdfReader;
import com.itextpdf.text.pdf.PdfSignatureAppearance;
import com.itextpdf.text.pdf.PdfStamper;
import com.itextpdf.text.pdf.PdfWriter;
import com.itextpdf.text.pdf.security.BouncyCastleDigest;
import com.itextpdf.text.pdf.security.LtvTimestamp;
import com.itextpdf.text.pdf.security.LtvVerification;
import com.itextpdf.text.pdf.security.MakeSignature;
import com.itextpdf.text.pdf.security.MakeSignature.CryptoStandard;
import com.itextpdf.text.pdf.security.PrivateKeySignature;
import com.itextpdf.text.pdf.security.TSAClient;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.math.BigInteger;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.Security;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSObject;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.cos.COSString;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.graphics.color.PDColor;
import org.apache.pdfbox.pdmodel.graphics.color.PDDeviceRGB;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotation;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationLine;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationMarkup;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationPopup;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationSquareCircle;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationText;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationTextMarkup;
import org.apache.pdfbox.pdmodel.interactive.digitalsignature.PDSignature;
import org.apache.pdfbox.pdmodel.interactive.digitalsignature.SignatureInterface;
import org.apache.pdfbox.pdmodel.interactive.digitalsignature.SignatureOptions;
import org.apache.pdfbox.pdmodel.interactive.digitalsignature.visible.PDVisibleSigProperties;
import org.apache.pdfbox.pdmodel.interactive.digitalsignature.visible.PDVisibleSignDesigner;
import org.apache.pdfbox.pdmodel.interactive.form.PDAcroForm;
import org.apache.pdfbox.pdmodel.interactive.form.PDCheckBox;
import org.apache.pdfbox.pdmodel.interactive.form.PDField;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.nist.NISTObjectIdentifiers;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.cert.jcajce.JcaCertStore;
import org.bouncycastle.cms.CMSProcessableByteArray;
import org.bouncycastle.cms.CMSSignedDataGenerator;
import org.bouncycastle.cms.jcajce.JcaSignerInfoGeneratorBuilder;
import org.bouncycastle.cms.jcajce.JcaSimpleSignerInfoGeneratorBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.operator.jcajce.JcaDigestCalculatorProviderBuilder;
import org.bouncycastle.tsp.TimeStampRequest;
import org.bouncycastle.tsp.TimeStampRequestGenerator;
import org.bouncycastle.tsp.TimeStampTokenGenerator;

public class ChangePdf {
  interface Change {
    void apply(File in, File out) throws Exception;
  }

  static final Map<String, Change> CHANGES = new LinkedHashMap<>();

  static Identity signer;
  static Identity authority;

  /** A key and its certificates. */
  static class Identity {
    final PrivateKey key;
    final Certificate[] chain;

    Identity(String path, char[] password) throws Exception {
      KeyStore store = KeyStore.getInstance("PKCS12");
      try (InputStream in = new FileInputStream(path)) {
        store.load(in, password);
      }
      String alias = store.aliases().nextElement();
      key = (PrivateKey) store.getKey(alias, password);
      chain = store.getCertificateChain(alias);
    }

    X509Certificate certificate() {
      return (X509Certificate) chain[0];
    }
  }

  public static void main(String[] args) throws Exception {
    System.setProperty("java.awt.headless", "true");
    Security.addProvider(new BouncyCastleProvider());
    signer = new Identity(args[0], args[2].toCharArray());
    authority = new Identity(args[1], args[2].toCharArray());
    PdfBox.register();
    IText.register();
    OldIText.register();
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] job = line.split("\t");
      try {
        CHANGES.get(job[0]).apply(new File(job[1]), new File(job[2]));
        System.out.println("ok");
      } catch (Throwable error) {
        System.out.println(error.toString().replaceAll("\\s+", " "));
      }
      System.out.flush();
    }
  }

  /** A detached CMS signature. */
  static byte[] signCms(byte[] content) throws Exception {
    CMSSignedDataGenerator generator = new CMSSignedDataGenerator();
    generator.addSignerInfoGenerator(
        new JcaSignerInfoGeneratorBuilder(new JcaDigestCalculatorProviderBuilder().build())
            .build(new JcaContentSignerBuilder("SHA256withRSA").build(signer.key), signer.certificate()));
    generator.addCertificates(new JcaCertStore(Collections.singletonList(signer.certificate())));
    return generator.generate(new CMSProcessableByteArray(content), false).getEncoded();
  }

  /** A time-stamp token over some bytes. */
  static byte[] stampTime(byte[] content) throws Exception {
    return stampDigest(MessageDigest.getInstance("SHA-256").digest(content));
  }

  static byte[] stampDigest(byte[] digest) throws Exception {
    TimeStampRequestGenerator requests = new TimeStampRequestGenerator();
    requests.setCertReq(true);
    TimeStampRequest request = requests.generate(NISTObjectIdentifiers.id_sha256, digest);
    TimeStampTokenGenerator tokens =
        new TimeStampTokenGenerator(
            new JcaSimpleSignerInfoGeneratorBuilder().build("SHA256withRSA", authority.key, authority.certificate()),
            new JcaDigestCalculatorProviderBuilder()
                .build()
                .get(new AlgorithmIdentifier(NISTObjectIdentifiers.id_sha256)),
            new ASN1ObjectIdentifier("1.2.3.4.1"));
    tokens.addCertificates(new JcaCertStore(Collections.singletonList(authority.certificate())));
    return tokens.generate(request, BigInteger.valueOf(System.nanoTime()), new Date()).getEncoded();
  }

  static byte[] readAll(InputStream in) throws IOException {
    return in.readAllBytes();
  }
}

/** What PDFBox does. */
class PdfBox {
  interface Edit {
    void apply(PDDocument document) throws Exception;
  }

  static void register() {
    edit("fill a text field", document -> fill(document, "name", "Bob Miller"));
    edit("fill a text field again", document -> fill(document, "amount", "250"));
    edit("clear a text field", document -> fill(document, "amount", ""));
    edit("fill a text field with accents", document -> fill(document, "name", "Zo\u00eb M\u00fcller & S\u00f6hne"));
    edit("tick a box", document -> {
      PDCheckBox box = (PDCheckBox) field(document, "agree");
      box.check();
      mark(document, box);
    });
    edit("untick a box", document -> {
      PDCheckBox box = (PDCheckBox) field(document, "accepted");
      box.unCheck();
      mark(document, box);
    });
    edit("choose a radio button", document -> {
      PDField plan = field(document, "plan");
      List<String> values = new ArrayList<>(((org.apache.pdfbox.pdmodel.interactive.form.PDButton) plan).getOnValues());
      fill(document, "plan", values.get(values.size() - 1));
    });
    edit("choose in a list", document -> fill(document, "colours", "Blue"));
    edit("choose in a drop-down list", document -> fill(document, "country", "Belgium"));
    edit("fill all fields", document -> {
      fill(document, "name", "Bob Miller");
      fill(document, "amount", "250");
      fill(document, "country", "Belgium");
      ((PDCheckBox) field(document, "agree")).check();
      mark(document, field(document, "agree"));
    });
    edit("change the properties", document -> {
      document.getDocumentInformation().setTitle("Contract");
      document.getDocumentInformation().setModificationDate(Calendar.getInstance());
      document.getDocumentInformation().getCOSObject().setNeedToBeUpdated(true);
    });
    edit("add validation data", PdfBox::addValidationData);
    annotate("add a note", document -> {
      PDAnnotationText note = new PDAnnotationText();
      note.setName(PDAnnotationText.NAME_COMMENT);
      return place(note, 400, 200, 20, 20);
    });
    annotate("highlight a line", document -> markup(PDAnnotationTextMarkup.SUB_TYPE_HIGHLIGHT));
    annotate("underline a line", document -> markup(PDAnnotationTextMarkup.SUB_TYPE_UNDERLINE));
    annotate("strike a line out", document -> markup(PDAnnotationTextMarkup.SUB_TYPE_STRIKEOUT));
    annotate("mark a line with a squiggle", document -> markup(PDAnnotationTextMarkup.SUB_TYPE_SQUIGGLY));
    annotate("draw a square", document ->
        place(new PDAnnotationSquareCircle(PDAnnotationSquareCircle.SUB_TYPE_SQUARE), 300, 200, 80, 40));
    annotate("draw a circle", document ->
        place(new PDAnnotationSquareCircle(PDAnnotationSquareCircle.SUB_TYPE_CIRCLE), 300, 200, 80, 40));
    annotate("draw a line", document -> {
      PDAnnotationLine line = new PDAnnotationLine();
      line.setLine(new float[] {300, 200, 380, 240});
      line.setEndPointEndingStyle(PDAnnotationLine.LE_CLOSED_ARROW);
      return place(line, 295, 195, 90, 50);
    });
    annotate("write a text", document -> {
      PDAnnotationMarkup text = new PDAnnotationMarkup();
      text.getCOSObject().setName(COSName.SUBTYPE, PDAnnotationMarkup.SUB_TYPE_FREETEXT);
      text.getCOSObject().setString(COSName.DA, "/Helv 10 Tf 0 0 1 rg");
      return place(text, 300, 200, 120, 20);
    });
    edit("comment and reply", PdfBox::reply);
    edit("save without a change", document -> document.getDocumentCatalog().getCOSObject().setNeedToBeUpdated(true));
    edit("write everything anew", PdfBox::writeEverything);
    sign("sign", null, 0);
    sign("sign visibly", "visible", 0);
    sign("sign the empty field", "field", 0);
    ChangePdf.CHANGES.put("pdfbox: stamp the time", (in, out) -> save(in, out, document -> {
      PDSignature stamp = new PDSignature();
      stamp.setType(COSName.getPDFName("DocTimeStamp"));
      stamp.setFilter(PDSignature.FILTER_ADOBE_PPKLITE);
      stamp.setSubFilter(COSName.getPDFName("ETSI.RFC3161"));
      document.addSignature(stamp, content -> stamped(content));
    }));
  }

  static void edit(String name, Edit edit) {
    ChangePdf.CHANGES.put("pdfbox: " + name, (in, out) -> save(in, out, edit));
  }

  /** A note with its window, and an answer to it. */
  static void reply(PDDocument document) throws Exception {
    PDPage page = document.getPage(0);
    PDAnnotationText note = new PDAnnotationText();
    note.setContents("Seen");
    note.setAnnotationName("note-1");
    note.setModifiedDate(Calendar.getInstance());
    PDAnnotationPopup window = new PDAnnotationPopup();
    window.setParent(note);
    note.setPopup(window);
    PDAnnotationText answer = new PDAnnotationText();
    answer.setContents("So have I");
    answer.setInReplyTo(note);
    answer.setReplyType("R");
    List<PDAnnotation> list = page.getAnnotations();
    list.add(place(note, 400, 300, 20, 20));
    list.add(place(window, 430, 300, 100, 50));
    list.add(place(answer, 400, 300, 20, 20));
    for (PDAnnotation annotation : new PDAnnotation[] {note, answer}) {
      annotation.setPage(page);
      annotation.setPrinted(true);
      annotation.constructAppearances(document);
      markDeep(annotation.getCOSObject(), 4);
    }
    markDeep(window.getCOSObject(), 1);
    markPath(document, page);
    COSBase annots = page.getCOSObject().getDictionaryObject(COSName.ANNOTS);
    if (annots instanceof COSArray) ((COSArray) annots).setNeedToBeUpdated(true);
  }

  /** Every dictionary and array of the file but signatures; PDFBox gives numbers to what was written directly. */
  static void writeEverything(PDDocument document) {
    for (COSObject object : document.getDocument().getObjects()) {
      COSBase value = object.getObject();
      if (value instanceof COSArray) ((COSArray) value).setNeedToBeUpdated(true);
      if (!(value instanceof COSDictionary)) continue;
      COSDictionary dictionary = (COSDictionary) value;
      COSBase type = dictionary.getDictionaryObject(COSName.TYPE);
      boolean isOfFile = COSName.XREF.equals(type) || COSName.OBJ_STM.equals(type);
      if (!isOfFile && !dictionary.containsKey(COSName.BYTERANGE)) dictionary.setNeedToBeUpdated(true);
    }
  }

  interface Annotate {
    PDAnnotation make(PDDocument document) throws Exception;
  }

  static void annotate(String name, Annotate annotate) {
    edit(name, document -> {
      PDAnnotation annotation = annotate.make(document);
      PDPage page = document.getPage(0);
      annotation.setContents("Seen");
      annotation.setPage(page);
      annotation.setPrinted(true);
      if (annotation.getColor() == null) {
        annotation.setColor(new PDColor(new float[] {1, 1, 0}, PDDeviceRGB.INSTANCE));
      }
      List<PDAnnotation> list = page.getAnnotations();
      list.add(annotation);
      annotation.constructAppearances(document);
      markPath(document, page);
      COSBase annots = page.getCOSObject().getDictionaryObject(COSName.ANNOTS);
      if (annots instanceof COSArray) ((COSArray) annots).setNeedToBeUpdated(true);
      markDeep(annotation.getCOSObject(), 4);
    });
  }

  static PDAnnotation place(PDAnnotation annotation, float x, float y, float width, float height) {
    annotation.setRectangle(new PDRectangle(x, y, width, height));
    return annotation;
  }

  static PDAnnotation markup(String subtype) {
    PDAnnotationTextMarkup markup = new PDAnnotationTextMarkup(subtype);
    markup.setQuadPoints(new float[] {60, 728, 190, 728, 60, 713, 190, 713});
    return place(markup, 58, 711, 134, 19);
  }

  static void sign(String name, String how, int access) {
    ChangePdf.CHANGES.put("pdfbox: " + name, (in, out) -> save(in, out, document -> {
      PDSignature signature = new PDSignature();
      signature.setFilter(PDSignature.FILTER_ADOBE_PPKLITE);
      signature.setSubFilter(PDSignature.SUBFILTER_ADBE_PKCS7_DETACHED);
      signature.setName("Bob");
      signature.setSignDate(Calendar.getInstance());
      SignatureInterface signing = content -> signed(content);
      if (how == null) {
        document.addSignature(signature, signing);
      } else if (how.equals("field")) {
        org.apache.pdfbox.pdmodel.interactive.form.PDSignatureField field =
            (org.apache.pdfbox.pdmodel.interactive.form.PDSignatureField) field(document, "Approval");
        field.setValue(signature);
        document.addSignature(signature, signing);
        mark(document, field);
      } else {
        BufferedImage image = new BufferedImage(80, 30, BufferedImage.TYPE_INT_RGB);
        image.createGraphics().fillRect(10, 10, 60, 10);
        PDVisibleSignDesigner design = new PDVisibleSignDesigner(document, image, 1);
        design.xAxis(350).yAxis(620).width(80).height(30).signatureFieldName("Bob");
        PDVisibleSigProperties properties = new PDVisibleSigProperties();
        properties.page(1).visualSignEnabled(true).setPdVisibleSignature(design).buildSignature();
        SignatureOptions options = new SignatureOptions();
        options.setVisualSignature(properties.getVisibleSignature());
        options.setPage(0);
        document.addSignature(signature, signing, options);
      }
    }));
  }

  static byte[] signed(InputStream content) throws IOException {
    try {
      return ChangePdf.signCms(ChangePdf.readAll(content));
    } catch (Exception error) {
      throw new IOException(error);
    }
  }

  static byte[] stamped(InputStream content) throws IOException {
    try {
      return ChangePdf.stampTime(ChangePdf.readAll(content));
    } catch (Exception error) {
      throw new IOException(error);
    }
  }

  static void save(File in, File out, Edit edit) throws Exception {
    try (PDDocument document = PDDocument.load(in);
        OutputStream stream = new FileOutputStream(out)) {
      edit.apply(document);
      document.saveIncremental(stream);
    }
  }

  static PDField field(PDDocument document, String name) {
    return document.getDocumentCatalog().getAcroForm(null).getField(name);
  }

  static void fill(PDDocument document, String name, String value) throws IOException {
    PDField field = field(document, name);
    field.setValue(value);
    mark(document, field);
  }

  /** Everything on the way from the catalog to what was changed, as saveIncremental demands it. */
  static void mark(PDDocument document, PDField field) {
    PDAcroForm form = document.getDocumentCatalog().getAcroForm(null);
    document.getDocumentCatalog().getCOSObject().setNeedToBeUpdated(true);
    form.getCOSObject().setNeedToBeUpdated(true);
    COSBase fields = form.getCOSObject().getDictionaryObject(COSName.FIELDS);
    if (fields instanceof COSArray) ((COSArray) fields).setNeedToBeUpdated(true);
    field.getCOSObject().setNeedToBeUpdated(true);
    field.getWidgets().forEach(widget -> {
      widget.getCOSObject().setNeedToBeUpdated(true);
      COSBase looks = widget.getCOSObject().getDictionaryObject(COSName.AP);
      if (looks instanceof COSDictionary) markDeep((COSDictionary) looks, 2);
    });
  }

  /** The catalog, the page, and the nodes of the page tree between them. */
  static void markPath(PDDocument document, PDPage page) {
    document.getDocumentCatalog().getCOSObject().setNeedToBeUpdated(true);
    for (COSDictionary node = page.getCOSObject(); node != null; ) {
      node.setNeedToBeUpdated(true);
      COSBase kids = node.getDictionaryObject(COSName.KIDS);
      if (kids instanceof COSArray) ((COSArray) kids).setNeedToBeUpdated(true);
      COSBase parent = node.getDictionaryObject(COSName.PARENT);
      node = parent instanceof COSDictionary ? (COSDictionary) parent : null;
    }
  }

  static void markDeep(COSDictionary dictionary, int depth) {
    dictionary.setNeedToBeUpdated(true);
    if (depth == 0) return;
    for (Map.Entry<COSName, COSBase> entry : dictionary.entrySet()) {
      if (entry.getKey().equals(COSName.PARENT) || entry.getKey().equals(COSName.P)) continue;
      COSBase value = entry.getValue();
      if (value instanceof COSObject) value = ((COSObject) value).getObject();
      if (value instanceof COSDictionary) markDeep((COSDictionary) value, depth - 1);
      if (value instanceof COSArray) ((COSArray) value).setNeedToBeUpdated(true);
    }
  }

  static void addValidationData(PDDocument document) throws Exception {
    COSDictionary catalog = document.getDocumentCatalog().getCOSObject();
    COSStream certificate = document.getDocument().createCOSStream();
    try (OutputStream stream = certificate.createOutputStream(COSName.FLATE_DECODE)) {
      stream.write(ChangePdf.signer.certificate().getEncoded());
    }
    COSArray certificates = new COSArray();
    certificates.add(certificate);
    COSDictionary store = new COSDictionary();
    store.setName(COSName.TYPE, "DSS");
    store.setItem("Certs", certificates);
    PDSignature last = document.getLastSignatureDictionary();
    COSDictionary record = new COSDictionary();
    record.setItem("Cert", certificates);
    COSDictionary records = new COSDictionary();
    byte[] contents = ((COSString) last.getCOSObject().getDictionaryObject(COSName.CONTENTS)).getBytes();
    byte[] digest = MessageDigest.getInstance("SHA-1").digest(contents);
    StringBuilder key = new StringBuilder();
    for (byte b : digest) key.append(String.format("%02X", b));
    records.setItem(key.toString(), record);
    store.setItem("VRI", records);
    catalog.setItem("DSS", store);
    catalog.setNeedToBeUpdated(true);
    store.setNeedToBeUpdated(true);
  }
}

/** What iText does. */
class IText {
  interface Edit {
    void apply(PdfStamper stamper) throws Exception;
  }

  interface Sign {
    void prepare(PdfSignatureAppearance appearance) throws Exception;
  }

  static void register() {
    fill("fill a text field", "name", "Bob Miller");
    fill("fill a text field again", "amount", "250");
    fill("clear a text field", "amount", "");
    fill("fill a text field with accents", "name", "Zo\u00eb M\u00fcller & S\u00f6hne");
    fill("choose in a list", "colours", "Blue");
    fill("choose in a drop-down list", "country", "Belgium");
    edit("tick a box", stamper -> choose(stamper.getAcroFields(), "agree"));
    edit("untick a box", stamper -> stamper.getAcroFields().setField("accepted", "Off"));
    edit("choose a radio button", stamper -> choose(stamper.getAcroFields(), "plan"));
    edit("fill all fields", stamper -> {
      AcroFields fields = stamper.getAcroFields();
      fields.setField("name", "Bob Miller");
      fields.setField("amount", "250");
      fields.setField("country", "Belgium");
      choose(fields, "agree");
      choose(fields, "plan");
    });
    edit("fill a text field, to be drawn by the reader", stamper -> {
      stamper.getAcroFields().setGenerateAppearances(false);
      stamper.getAcroFields().setField("name", "Bob Miller");
    });
    edit("fill a text field, in object streams", stamper -> {
      stamper.setFullCompression();
      stamper.getAcroFields().setField("name", "Bob Miller");
    });
    edit("change the properties", stamper -> {
      HashMap<String, String> info = new HashMap<>();
      info.put("Title", "Contract");
      stamper.setMoreInfo(info);
    });
    edit("change the metadata", stamper -> {
      ByteArrayOutputStream packet = new ByteArrayOutputStream();
      new com.itextpdf.text.xml.xmp.XmpWriter(packet).close();
      stamper.setXmpMetadata(packet.toByteArray());
    });
    edit("save without a change", stamper -> {});
    edit("save without a change, in object streams", PdfStamper::setFullCompression);
    edit("comment and reply", IText::reply);
    annotate("attach a file to the page", stamper -> PdfAnnotation.createFileAttachment(
        stamper.getWriter(), new Rectangle(500, 300, 520, 320), "Annex", "Annex".getBytes(), null, "annex.txt"));
    edit("add validation data", IText::addValidationData);
    annotate("add a note", stamper ->
        PdfAnnotation.createText(stamper.getWriter(), new Rectangle(400, 200, 420, 220), "Bob", "Seen", true, "Comment"));
    annotate("highlight a line", stamper -> markup(stamper, PdfAnnotation.MARKUP_HIGHLIGHT));
    annotate("underline a line", stamper -> markup(stamper, PdfAnnotation.MARKUP_UNDERLINE));
    annotate("strike a line out", stamper -> markup(stamper, PdfAnnotation.MARKUP_STRIKEOUT));
    annotate("draw a square", stamper ->
        PdfAnnotation.createSquareCircle(stamper.getWriter(), new Rectangle(300, 200, 380, 240), "Seen", true));
    annotate("draw a line", stamper ->
        PdfAnnotation.createLine(stamper.getWriter(), new Rectangle(295, 195, 385, 245), "Seen", 300, 200, 380, 240));
    annotate("draw with ink", stamper -> PdfAnnotation.createInk(
        stamper.getWriter(), new Rectangle(295, 195, 385, 245), "Seen", new float[][] {{300, 200, 340, 240, 380, 200}}));
    annotate("stamp", stamper ->
        PdfAnnotation.createStamp(stamper.getWriter(), new Rectangle(300, 200, 380, 240), "Seen", "Approved"));
    annotate("add a link", stamper -> PdfAnnotation.createLink(
        stamper.getWriter(), new Rectangle(300, 200, 380, 240), PdfAnnotation.HIGHLIGHT_INVERT,
        new com.itextpdf.text.pdf.PdfAction("https://example.com/")));
    annotate("write a text", stamper -> {
      PdfContentByte look = new PdfContentByte(stamper.getWriter());
      look.setLiteral("/Helv 10 Tf 0 0 1 rg");
      return PdfAnnotation.createFreeText(stamper.getWriter(), new Rectangle(300, 200, 420, 220), "Seen", look);
    });
    sign("sign", CryptoStandard.CMS, 0, appearance -> {});
    sign("sign, PAdES", CryptoStandard.CADES, 0, appearance -> {});
    sign("sign, in object streams", CryptoStandard.CADES, 0, appearance -> appearance.getStamper().setFullCompression());
    sign("sign visibly", CryptoStandard.CMS, 0, appearance ->
        appearance.setVisibleSignature(new Rectangle(340, 150, 500, 200), 1, "Bob"));
    sign("sign visibly on the last page", CryptoStandard.CMS, 0, appearance ->
        appearance.setVisibleSignature(new Rectangle(340, 150, 500, 200), 2, "Bob"));
    sign("sign visibly with name and description", CryptoStandard.CMS, 0, appearance -> {
      appearance.setRenderingMode(PdfSignatureAppearance.RenderingMode.NAME_AND_DESCRIPTION);
      appearance.setVisibleSignature(new Rectangle(340, 150, 500, 200), 1, "Bob");
    });
    // iText writes what is clear in a picture as a colour that is masked out.
    sign("sign visibly by hand", CryptoStandard.CMS, 0, appearance -> {
      BufferedImage hand = new BufferedImage(80, 30, BufferedImage.TYPE_INT_ARGB);
      hand.createGraphics().drawLine(0, 0, 79, 29);
      appearance.setSignatureGraphic(com.itextpdf.text.Image.getInstance(hand, null));
      appearance.setRenderingMode(PdfSignatureAppearance.RenderingMode.GRAPHIC_AND_DESCRIPTION);
      appearance.setVisibleSignature(new Rectangle(340, 150, 500, 200), 1, "Bob");
    });
    sign("sign the empty field", CryptoStandard.CMS, 0, appearance -> appearance.setVisibleSignature("Approval"));
    sign("sign the empty field, PAdES", CryptoStandard.CADES, 0, appearance -> appearance.setVisibleSignature("Approval"));
    ChangePdf.CHANGES.put("itext: stamp the time", (in, out) -> {
      PdfReader reader = new PdfReader(in.getPath());
      PdfStamper stamper = PdfStamper.createSignature(reader, new FileOutputStream(out), '\0', null, true);
      LtvTimestamp.timestamp(stamper.getSignatureAppearance(), new Authority(), "Stamp");
    });
    ChangePdf.CHANGES.put("itext: write a tagged contract", (in, out) -> writeTagged(out));
    certify("certify, nothing permitted", PdfSignatureAppearance.CERTIFIED_NO_CHANGES_ALLOWED);
    certify("certify, forms permitted", PdfSignatureAppearance.CERTIFIED_FORM_FILLING);
    certify("certify, annotations permitted", PdfSignatureAppearance.CERTIFIED_FORM_FILLING_AND_ANNOTATIONS);
  }

  static void certify(String name, int level) {
    sign(name, CryptoStandard.CMS, level, appearance -> {});
  }

  static class Authority implements TSAClient {
    public int getTokenSizeEstimate() {
      return 8192;
    }

    public MessageDigest getMessageDigest() {
      try {
        return MessageDigest.getInstance("SHA-256");
      } catch (Exception error) {
        throw new IllegalStateException(error);
      }
    }

    public byte[] getTimeStampToken(byte[] digest) throws Exception {
      return ChangePdf.stampDigest(digest);
    }
  }

  static void edit(String name, Edit edit) {
    ChangePdf.CHANGES.put("itext: " + name, (in, out) -> {
      PdfReader reader = new PdfReader(in.getPath());
      PdfStamper stamper = new PdfStamper(reader, new FileOutputStream(out), '\0', true);
      edit.apply(stamper);
      stamper.close();
      reader.close();
    });
  }

  static void fill(String name, String field, String value) {
    edit(name, stamper -> stamper.getAcroFields().setField(field, value));
  }

  /** A note with its window, and its state after a review, which is an answer that no viewer draws. */
  static void reply(PdfStamper stamper) {
    PdfWriter writer = stamper.getWriter();
    Rectangle place = new Rectangle(400, 300, 420, 320);
    PdfAnnotation note = PdfAnnotation.createText(writer, place, "Bob", "Seen", true, "Comment");
    PdfAnnotation window = PdfAnnotation.createPopup(writer, new Rectangle(430, 300, 530, 350), "Seen", false);
    note.setPopup(window);
    window.put(PdfName.PARENT, note.getIndirectReference());
    PdfAnnotation state = PdfAnnotation.createText(writer, place, "Ada", "Accepted", false, "Comment");
    state.put(new PdfName("IRT"), note.getIndirectReference());
    state.put(new PdfName("StateModel"), new com.itextpdf.text.pdf.PdfString("Review"));
    state.put(new PdfName("State"), new com.itextpdf.text.pdf.PdfString("Accepted"));
    state.setFlags(PdfAnnotation.FLAGS_HIDDEN | PdfAnnotation.FLAGS_NOZOOM | PdfAnnotation.FLAGS_NOROTATE);
    for (PdfAnnotation annotation : new PdfAnnotation[] {note, window, state}) stamper.addAnnotation(annotation, 1);
  }

  static void choose(AcroFields fields, String name) throws Exception {
    String[] states = fields.getAppearanceStates(name);
    String chosen = null;
    for (String state : states) if (!state.equals("Off")) chosen = state;
    fields.setField(name, chosen);
  }

  interface Annotate {
    PdfAnnotation make(PdfStamper stamper) throws Exception;
  }

  static void annotate(String name, Annotate annotate) {
    edit(name, stamper -> {
      PdfAnnotation annotation = annotate.make(stamper);
      annotation.setFlags(PdfAnnotation.FLAGS_PRINT);
      if (annotation.get(PdfName.C) == null) annotation.setColor(BaseColor.YELLOW);
      stamper.addAnnotation(annotation, 1);
    });
  }

  static PdfAnnotation markup(PdfStamper stamper, int type) {
    return PdfAnnotation.createMarkup(stamper.getWriter(), new Rectangle(58, 711, 192, 730), "Seen", type,
        new float[] {60, 728, 190, 728, 60, 713, 190, 713});
  }

  static void sign(String name, CryptoStandard standard, int level, Sign sign) {
    ChangePdf.CHANGES.put("itext: " + name, (in, out) -> {
      PdfReader reader = new PdfReader(in.getPath());
      PdfStamper stamper = PdfStamper.createSignature(reader, new FileOutputStream(out), '\0', null, true);
      PdfSignatureAppearance appearance = stamper.getSignatureAppearance();
      appearance.setReason("I agree");
      if (level != 0) appearance.setCertificationLevel(level);
      sign.prepare(appearance);
      MakeSignature.signDetached(appearance, new BouncyCastleDigest(),
          new PrivateKeySignature(ChangePdf.signer.key, "SHA-256", "BC"), ChangePdf.signer.chain, null, null, null, 0,
          standard);
    });
  }

  static void addValidationData(PdfStamper stamper) throws Exception {
    LtvVerification verification = stamper.getLtvVerification();
    List<byte[]> certificates = Collections.singletonList(ChangePdf.signer.certificate().getEncoded());
    for (String name : stamper.getAcroFields().getSignatureNames()) {
      verification.addVerification(name, null, null, certificates);
    }
    verification.merge();
  }

  static void writeTagged(File out) throws Exception {
    Document document = new Document(PageSize.A4);
    PdfWriter writer = PdfWriter.getInstance(document, new FileOutputStream(out));
    writer.setPdfVersion(PdfWriter.VERSION_1_7);
    writer.setTagged();
    document.addTitle("Contract");
    document.open();
    document.add(new Paragraph("Contract of sale"));
    document.add(new Paragraph("The price is 100 EUR."));
    document.add(new Paragraph("Seller: Ada. Buyer: Bob."));
    document.newPage();
    document.add(new Paragraph("Terms: payment within thirty days."));
    document.close();
  }
}

/** What iText 2 does, as it was before OpenPDF went its own way; its names are those of iText 5 in another package. */
class OldIText {
  interface Edit {
    void apply(com.lowagie.text.pdf.PdfStamper stamper) throws Exception;
  }

  static void register() {
    fill("fill a text field", "name", "Bob Miller");
    fill("fill a text field again", "amount", "250");
    fill("clear a text field", "amount", "");
    fill("choose in a list", "colours", "Blue");
    fill("choose in a drop-down list", "country", "Belgium");
    fill("untick a box", "accepted", "Off");
    edit("tick a box", stamper -> choose(stamper.getAcroFields(), "agree"));
    edit("choose a radio button", stamper -> choose(stamper.getAcroFields(), "plan"));
    edit("change the properties", stamper -> {
      HashMap<String, String> info = new HashMap<>();
      info.put("Title", "Contract");
      stamper.setMoreInfo(info);
    });
    edit("add a note", stamper -> stamper.addAnnotation(com.lowagie.text.pdf.PdfAnnotation.createText(
        stamper.getWriter(), new com.lowagie.text.Rectangle(400, 200, 420, 220), "Bob", "Seen", true, "Comment"), 1));
    edit("draw a square", stamper -> {
      com.lowagie.text.pdf.PdfAnnotation square = com.lowagie.text.pdf.PdfAnnotation.createSquareCircle(
          stamper.getWriter(), new com.lowagie.text.Rectangle(300, 200, 380, 240), "Seen", true);
      square.setColor(Color.YELLOW);
      stamper.addAnnotation(square, 1);
    });
    sign("sign", appearance -> {});
    sign("sign visibly", appearance ->
        appearance.setVisibleSignature(new com.lowagie.text.Rectangle(340, 150, 500, 200), 1, "Bob"));
    sign("sign the empty field", appearance -> appearance.setVisibleSignature("Approval"));
  }

  static void edit(String name, Edit edit) {
    ChangePdf.CHANGES.put("itext 2: " + name, (in, out) -> {
      com.lowagie.text.pdf.PdfReader reader = new com.lowagie.text.pdf.PdfReader(in.getPath());
      com.lowagie.text.pdf.PdfStamper stamper =
          new com.lowagie.text.pdf.PdfStamper(reader, new FileOutputStream(out), '\0', true);
      edit.apply(stamper);
      stamper.close();
    });
  }

  static void fill(String name, String field, String value) {
    edit(name, stamper -> stamper.getAcroFields().setField(field, value));
  }

  static void choose(com.lowagie.text.pdf.AcroFields fields, String name) throws Exception {
    String chosen = null;
    for (String state : fields.getAppearanceStates(name)) if (!state.equals("Off")) chosen = state;
    fields.setField(name, chosen);
  }

  interface Sign {
    void prepare(com.lowagie.text.pdf.PdfSignatureAppearance appearance) throws Exception;
  }

  /** Its own signing needs an older Bouncy Castle: the hole is filled from outside. */
  static void sign(String name, Sign sign) {
    ChangePdf.CHANGES.put("itext 2: " + name, (in, out) -> {
      com.lowagie.text.pdf.PdfReader reader = new com.lowagie.text.pdf.PdfReader(in.getPath());
      com.lowagie.text.pdf.PdfStamper stamper = com.lowagie.text.pdf.PdfStamper.createSignature(
          reader, new FileOutputStream(out), '\0', null, true);
      com.lowagie.text.pdf.PdfSignatureAppearance appearance = stamper.getSignatureAppearance();
      sign.prepare(appearance);
      appearance.setLayer2Text("Signed by Bob");
      com.lowagie.text.pdf.PdfSignature signature = new com.lowagie.text.pdf.PdfSignature(
          com.lowagie.text.pdf.PdfName.ADOBE_PPKLITE, new com.lowagie.text.pdf.PdfName("adbe.pkcs7.detached"));
      signature.setName("Bob");
      signature.setDate(new com.lowagie.text.pdf.PdfDate(Calendar.getInstance()));
      appearance.setCryptoDictionary(signature);
      int room = 8192;
      HashMap<Object, Object> holes = new HashMap<>();
      holes.put(com.lowagie.text.pdf.PdfName.CONTENTS, Integer.valueOf(2 * room + 2));
      appearance.preClose((HashMap) holes);
      byte[] cms = ChangePdf.signCms(ChangePdf.readAll(appearance.getRangeStream()));
      byte[] padded = java.util.Arrays.copyOf(cms, room);
      com.lowagie.text.pdf.PdfDictionary filled = new com.lowagie.text.pdf.PdfDictionary();
      filled.put(com.lowagie.text.pdf.PdfName.CONTENTS,
          new com.lowagie.text.pdf.PdfString(padded).setHexWriting(true));
      appearance.close(filled);
    });
  }
}
