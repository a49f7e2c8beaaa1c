// Writes forms with PDFBox and iText 5, and fills forms in with them and with iText 2, each in an incremental save. Reads one job per line from its
// standard input (operation, input, output; separated by tabulators) and answers each with "ok" or what went wrong.
// Operations: "pdfbox write" and "itext write", whose input lists fields (see form-writers.ts), and "PROGRAM fill|NAME|VALUE"; lines of a value are
// separated by "\n", written as two characters.

import com.itextpdf.text.BaseColor;
import com.itextpdf.text.Document;
import com.itextpdf.text.Rectangle;
import com.itextpdf.text.pdf.AcroFields;
import com.itextpdf.text.pdf.BaseField;
import com.itextpdf.text.pdf.BaseFont;
import com.itextpdf.text.pdf.PdfBorderDictionary;
import com.itextpdf.text.pdf.PdfContentByte;
import com.itextpdf.text.pdf.PdfFormField;
import com.itextpdf.text.pdf.PdfReader;
import com.itextpdf.text.pdf.PdfStamper;
import com.itextpdf.text.pdf.PdfWriter;
import com.itextpdf.text.pdf.PushbuttonField;
import com.itextpdf.text.pdf.RadioCheckField;
import com.itextpdf.text.pdf.TextField;
import java.io.BufferedReader;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSObject;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.PDResources;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.graphics.color.PDColor;
import org.apache.pdfbox.pdmodel.graphics.color.PDDeviceRGB;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationWidget;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAppearanceCharacteristicsDictionary;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAppearanceDictionary;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAppearanceEntry;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAppearanceStream;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDBorderStyleDictionary;
import org.apache.pdfbox.pdmodel.interactive.form.PDAcroForm;
import org.apache.pdfbox.pdmodel.interactive.form.PDButton;
import org.apache.pdfbox.pdmodel.interactive.form.PDCheckBox;
import org.apache.pdfbox.pdmodel.interactive.form.PDComboBox;
import org.apache.pdfbox.pdmodel.interactive.form.PDField;
import org.apache.pdfbox.pdmodel.interactive.form.PDListBox;
import org.apache.pdfbox.pdmodel.interactive.form.PDPushButton;
import org.apache.pdfbox.pdmodel.interactive.form.PDRadioButton;
import org.apache.pdfbox.pdmodel.interactive.form.PDTerminalField;
import org.apache.pdfbox.pdmodel.interactive.form.PDTextField;
import org.apache.pdfbox.pdmodel.interactive.form.PDVariableText;

public class WriteForms {
  /** A field to write; see field-specs.ts. */
  static class Spec {
    final Map<String, String> entries = new LinkedHashMap<>();

    Spec(String line) {
      for (String entry : line.split("\t")) {
        int at = entry.indexOf('=');
        entries.put(entry.substring(0, at), entry.substring(at + 1).replace("\\n", "\n"));
      }
    }

    String get(String key) {
      return entries.getOrDefault(key, "");
    }

    boolean is(String key, String value) {
      return get(key).equals(value);
    }

    boolean has(String trait) {
      return Arrays.asList(get("traits").split(",")).contains(trait);
    }

    float number(String key) {
      return get(key).isEmpty() ? 0 : Float.parseFloat(get(key));
    }

    float[] numbers(String key) {
      if (get(key).isEmpty()) return null;
      String[] parts = get(key).split(",");
      float[] numbers = new float[parts.length];
      for (int i = 0; i < parts.length; i++) numbers[i] = Float.parseFloat(parts[i]);
      return numbers;
    }

    String[] lines(String key) {
      return get(key).isEmpty() ? new String[0] : get(key).split("\n");
    }

    /** Places of the radio buttons. */
    List<float[]> places() {
      List<float[]> places = new ArrayList<>();
      for (String place : get("places").split(";")) {
        String[] parts = place.split(",");
        float[] numbers = new float[4];
        for (int i = 0; i < 4; i++) numbers[i] = Float.parseFloat(parts[i]);
        places.add(numbers);
      }
      return places;
    }
  }

  public static void main(String[] args) throws Exception {
    System.setProperty("java.awt.headless", "true");
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] job = line.split("\t");
      try {
        apply(job[0], new File(job[1]), new File(job[2]));
        System.out.println("ok");
      } catch (Throwable error) {
        System.out.println(error.toString().replaceAll("\\s+", " "));
      }
      System.out.flush();
    }
  }

  static void apply(String operation, File in, File out) throws Exception {
    if (operation.equals("pdfbox write")) BoxForms.write(specs(in), out);
    else if (operation.equals("itext write")) TextForms.write(specs(in), out);
    else {
      String[] parts = operation.split("\\|", -1);
      String[] values = parts[2].isEmpty() ? new String[0] : parts[2].split("\\\\n");
      String program = parts[0].substring(0, parts[0].length() - " fill".length());
      if (program.equals("pdfbox")) BoxForms.fill(in, out, parts[1], values);
      else if (program.equals("itext")) TextForms.fill(in, out, parts[1], values);
      else OldForms.fill(in, out, parts[1], values);
    }
  }

  static List<Spec> specs(File in) throws IOException {
    List<Spec> specs = new ArrayList<>();
    for (String line : Files.readAllLines(in.toPath())) if (!line.isEmpty()) specs.add(new Spec(line));
    return specs;
  }
}

/** With PDFBox. */
class BoxForms {
  static void write(List<WriteForms.Spec> specs, File out) throws Exception {
    try (PDDocument document = new PDDocument()) {
      PDPage page = new PDPage(new PDRectangle(600, 800));
      document.addPage(page);
      try (PDPageContentStream content = new PDPageContentStream(document, page)) {
        content.beginText();
        content.setFont(PDType1Font.HELVETICA, 12);
        content.newLineAtOffset(20, 770);
        content.showText("Contract of sale. The price is 100 EUR.");
        content.endText();
      }
      PDAcroForm form = new PDAcroForm(document);
      document.getDocumentCatalog().setAcroForm(form);
      PDResources resources = new PDResources();
      resources.put(COSName.getPDFName("Helv"), PDType1Font.HELVETICA);
      resources.put(COSName.getPDFName("ZaDb"), PDType1Font.ZAPF_DINGBATS);
      form.setDefaultResources(resources);
      form.setDefaultAppearance("/Helv 0 Tf 0 g");
      for (WriteForms.Spec spec : specs) {
        PDTerminalField field = fieldOf(document, form, page, spec);
        field.setPartialName(spec.get("name"));
        form.getFields().add(field);
        prefill(field, spec);
      }
      document.save(out);
    }
  }

  static PDTerminalField fieldOf(PDDocument document, PDAcroForm form, PDPage page, WriteForms.Spec spec)
      throws Exception {
    switch (spec.get("kind")) {
      case "text": {
        PDTextField field = new PDTextField(form);
        field.setMultiline(spec.has("lines"));
        field.setPassword(spec.has("password"));
        if (spec.number("maxLength") > 0) field.setMaxLen((int) spec.number("maxLength"));
        field.setComb(spec.has("comb"));
        return variable(field, page, spec);
      }
      case "combo": {
        PDComboBox field = new PDComboBox(form);
        field.setEdit(spec.has("editable"));
        options(field, spec);
        return variable(field, page, spec);
      }
      case "list": {
        PDListBox field = new PDListBox(form);
        field.setMultiSelect(spec.has("multi"));
        options(field, spec);
        return variable(field, page, spec);
      }
      case "check": {
        PDCheckBox field = new PDCheckBox(form);
        place(field.getWidgets().get(0), page, spec, spec.numbers("place"));
        buttonLook(document, field.getWidgets().get(0), spec, "Yes");
        return field;
      }
      case "radio": {
        PDRadioButton field = new PDRadioButton(form);
        List<PDAnnotationWidget> widgets = new ArrayList<>();
        String[] states = {"Basic", "Full"};
        for (int i = 0; i < states.length; i++) {
          PDAnnotationWidget widget = new PDAnnotationWidget();
          place(widget, page, spec, spec.places().get(i));
          buttonLook(document, widget, spec, states[i]);
          widgets.add(widget);
        }
        field.setWidgets(widgets);
        return field;
      }
      default: {
        PDPushButton field = new PDPushButton(form);
        place(field.getWidgets().get(0), page, spec, spec.numbers("place"));
        return field;
      }
    }
  }

  static void options(org.apache.pdfbox.pdmodel.interactive.form.PDChoice field, WriteForms.Spec spec) {
    List<String> shown = Arrays.asList(spec.lines("options"));
    if (spec.has("pairs")) field.setOptions(Arrays.asList(spec.lines("exports")), shown);
    else field.setOptions(shown);
  }

  static PDTerminalField variable(PDVariableText field, PDPage page, WriteForms.Spec spec) throws IOException {
    field.setDefaultAppearance("/Helv " + spec.get("size") + " Tf 0 g");
    field.setQ((int) spec.number("align"));
    place(field.getWidgets().get(0), page, spec, spec.numbers("place"));
    return field;
  }

  static PDColor colour(float[] numbers) {
    return new PDColor(numbers, PDDeviceRGB.INSTANCE);
  }

  static void place(PDAnnotationWidget widget, PDPage page, WriteForms.Spec spec, float[] at) throws IOException {
    widget.setRectangle(new PDRectangle(at[0], at[1], at[2] - at[0], at[3] - at[1]));
    widget.setPage(page);
    widget.setPrinted(true);
    PDAppearanceCharacteristicsDictionary look = new PDAppearanceCharacteristicsDictionary(new COSDictionary());
    if (spec.numbers("frame") != null) look.setBorderColour(colour(spec.numbers("frame")));
    if (spec.numbers("ground") != null) look.setBackground(colour(spec.numbers("ground")));
    if (spec.has("turned")) look.setRotation(90);
    if (spec.is("kind", "check") || spec.is("kind", "radio")) look.setNormalCaption(spec.get("code"));
    if (spec.is("kind", "push")) look.setNormalCaption("Send");
    widget.setAppearanceCharacteristics(look);
    PDBorderStyleDictionary border = new PDBorderStyleDictionary();
    border.setWidth(spec.is("border", "none") ? 0 : spec.number("width"));
    if (!spec.is("border", "none")) border.setStyle(spec.get("border").substring(0, 1).toUpperCase());
    widget.setBorderStyle(border);
    page.getAnnotations().add(widget);
  }

  /** PDFBox draws no buttons by itself; this is what its examples do. */
  static void buttonLook(PDDocument document, PDAnnotationWidget widget, WriteForms.Spec spec, String state)
      throws IOException {
    PDAppearanceDictionary looks = new PDAppearanceDictionary();
    COSDictionary states = new COSDictionary();
    for (String name : new String[] {state, "Off"}) {
      PDAppearanceStream stream = new PDAppearanceStream(document);
      PDRectangle box = widget.getRectangle();
      stream.setBBox(new PDRectangle(box.getWidth(), box.getHeight()));
      stream.setResources(new PDResources());
      try (org.apache.pdfbox.pdmodel.PDAppearanceContentStream content =
          new org.apache.pdfbox.pdmodel.PDAppearanceContentStream(stream)) {
        if (spec.numbers("ground") != null) {
          content.setNonStrokingColor(colour(spec.numbers("ground")));
          content.addRect(0, 0, box.getWidth(), box.getHeight());
          content.fill();
        }
        if (spec.numbers("frame") != null) {
          float width = spec.number("width");
          content.setStrokingColor(colour(spec.numbers("frame")));
          content.setLineWidth(width);
          content.addRect(width / 2, width / 2, box.getWidth() - width, box.getHeight() - width);
          content.stroke();
        }
        if (!name.equals("Off")) {
          content.setNonStrokingColor(0f);
          content.beginText();
          content.setFont(PDType1Font.ZAPF_DINGBATS, 12);
          content.newLineAtOffset(4, 4);
          content.showText(dingbat(spec.get("code")));
          content.endText();
        }
      }
      states.setItem(name, stream);
    }
    looks.getCOSObject().setItem(COSName.N, states);
    widget.setAppearance(looks);
    widget.setAppearanceState("Off");
  }

  static String dingbat(String code) {
    String[] codes = {"4", "\u2714", "8", "\u2718", "l", "\u25cf", "u", "\u25c6", "n", "\u25a0", "H", "\u2605"};
    return codes[Arrays.asList(codes).indexOf(code) + 1];
  }

  static void prefill(PDTerminalField field, WriteForms.Spec spec) throws IOException {
    if (field instanceof PDPushButton) return;
    String[] lines = spec.lines("before");
    if (spec.has("pairs")) {
      int at = Arrays.asList(spec.lines("options")).indexOf(lines[0]);
      lines = new String[] {spec.lines("exports")[at]};
    }
    set(field, lines);
  }

  static void set(PDField field, String[] values) throws IOException {
    String text = String.join("\n", values);
    if (field instanceof PDCheckBox) {
      if (values.length > 0) ((PDCheckBox) field).check();
      else ((PDCheckBox) field).unCheck();
    } else if (field instanceof PDRadioButton) {
      List<String> states = new ArrayList<>(((PDButton) field).getOnValues());
      Collections.sort(states);
      field.setValue(values.length == 0 ? "Off" : states.get(text.equals("Full") ? states.size() - 1 : 0));
    } else if (field instanceof PDListBox) {
      if (values.length == 1) field.setValue(text);
      else ((PDListBox) field).setValue(Arrays.asList(values));
    } else if (field instanceof PDComboBox && values.length == 0) {
      ((PDComboBox) field).setValue(Collections.emptyList());
    } else {
      field.setValue(text);
    }
  }

  static void fill(File in, File out, String name, String[] values) throws Exception {
    try (PDDocument document = PDDocument.load(in);
        OutputStream stream = new FileOutputStream(out)) {
      PDAcroForm form = document.getDocumentCatalog().getAcroForm(null);
      PDField field = form.getField(name);
      set(field, values);
      document.getDocumentCatalog().getCOSObject().setNeedToBeUpdated(true);
      form.getCOSObject().setNeedToBeUpdated(true);
      field.getCOSObject().setNeedToBeUpdated(true);
      field.getWidgets().forEach(widget -> {
        widget.getCOSObject().setNeedToBeUpdated(true);
        COSBase looks = widget.getCOSObject().getDictionaryObject(COSName.AP);
        if (looks instanceof COSDictionary) mark((COSDictionary) looks, 2);
      });
      document.saveIncremental(stream);
    }
  }

  static void mark(COSDictionary dictionary, int depth) {
    dictionary.setNeedToBeUpdated(true);
    if (depth == 0) return;
    for (Map.Entry<COSName, COSBase> entry : dictionary.entrySet()) {
      COSBase value = entry.getValue();
      if (value instanceof COSObject) value = ((COSObject) value).getObject();
      if (value instanceof COSDictionary) mark((COSDictionary) value, depth - 1);
      if (value instanceof COSArray) ((COSArray) value).setNeedToBeUpdated(true);
    }
  }
}

/** With iText 5. */
class TextForms {
  static void write(List<WriteForms.Spec> specs, File out) throws Exception {
    Document document = new Document(new Rectangle(600, 800));
    PdfWriter writer = PdfWriter.getInstance(document, new FileOutputStream(out));
    document.open();
    BaseFont font = BaseFont.createFont(BaseFont.HELVETICA, BaseFont.WINANSI, BaseFont.NOT_EMBEDDED);
    PdfContentByte content = writer.getDirectContent();
    content.beginText();
    content.setFontAndSize(font, 12);
    content.setTextMatrix(20, 770);
    content.showText("Contract of sale. The price is 100 EUR.");
    content.endText();
    for (WriteForms.Spec spec : specs) writer.addAnnotation(fieldOf(writer, font, spec));
    document.close();
  }

  static PdfFormField fieldOf(PdfWriter writer, BaseFont font, WriteForms.Spec spec) throws Exception {
    Rectangle place = rectangle(spec.numbers("place"));
    switch (spec.get("kind")) {
      case "check": {
        RadioCheckField field = new RadioCheckField(writer, place, spec.get("name"), "Yes");
        prepare(field, spec);
        field.setChecked(!spec.get("before").isEmpty());
        return field.getCheckField();
      }
      case "radio": {
        RadioCheckField first = new RadioCheckField(writer, place, spec.get("name"), "Basic");
        PdfFormField group = first.getRadioGroup(true, false);
        group.setFieldName(spec.get("name"));
        String[] states = {"Basic", "Full"};
        for (int i = 0; i < states.length; i++) {
          Rectangle at = rectangle(spec.places().get(i));
          RadioCheckField field = new RadioCheckField(writer, at, null, states[i]);
          prepare(field, spec);
          field.setChecked(states[i].equals(spec.get("before")));
          group.addKid(field.getRadioField());
        }
        group.setValueAsName(spec.get("before"));
        return group;
      }
      case "push": {
        PushbuttonField field = new PushbuttonField(writer, place, spec.get("name"));
        prepare(field, spec);
        field.setText("Send");
        return field.getField();
      }
      default: {
        TextField field = new TextField(writer, place, spec.get("name"));
        prepare(field, spec);
        field.setFont(font);
        field.setFontSize(spec.number("size"));
        field.setAlignment((int) spec.number("align"));
        field.setText(spec.get("before"));
        if (spec.number("maxLength") > 0) field.setMaxCharacterLength((int) spec.number("maxLength"));
        int options = 0;
        if (spec.has("lines")) options |= TextField.MULTILINE;
        if (spec.has("comb")) options |= TextField.COMB;
        if (spec.has("password")) options |= TextField.PASSWORD;
        if (spec.has("editable")) options |= TextField.EDIT;
        if (spec.has("multi")) options |= TextField.MULTISELECT;
        field.setOptions(options);
        if (spec.has("turned")) field.setRotation(90);
        if (spec.is("kind", "text")) return field.getTextField();
        field.setChoices(spec.lines("options"));
        if (spec.has("pairs")) field.setChoiceExports(spec.lines("exports"));
        field.setChoiceSelection(Arrays.asList(spec.lines("options")).indexOf(spec.get("before")));
        return spec.is("kind", "combo") ? field.getComboField() : field.getListField();
      }
    }
  }

  static Rectangle rectangle(float[] at) {
    return new Rectangle(at[0], at[1], at[2], at[3]);
  }

  static BaseColor colour(float[] numbers) {
    return numbers == null ? null : new BaseColor(numbers[0], numbers[1], numbers[2]);
  }

  static void prepare(BaseField field, WriteForms.Spec spec) {
    field.setBorderColor(colour(spec.numbers("frame")));
    field.setBackgroundColor(colour(spec.numbers("ground")));
    field.setBorderWidth(spec.is("border", "none") ? 0 : spec.number("width"));
    switch (spec.get("border")) {
      case "dashed":
        field.setBorderStyle(PdfBorderDictionary.STYLE_DASHED);
        break;
      case "beveled":
        field.setBorderStyle(PdfBorderDictionary.STYLE_BEVELED);
        break;
      case "inset":
        field.setBorderStyle(PdfBorderDictionary.STYLE_INSET);
        break;
      case "underline":
        field.setBorderStyle(PdfBorderDictionary.STYLE_UNDERLINE);
        break;
      default:
        field.setBorderStyle(PdfBorderDictionary.STYLE_SOLID);
    }
    if (field instanceof RadioCheckField) {
      List<String> codes = Arrays.asList("4", "l", "8", "u", "n", "H");
      ((RadioCheckField) field).setCheckType(codes.indexOf(spec.get("code")) + 1);
    }
  }

  static void fill(File in, File out, String name, String[] values) throws Exception {
    PdfReader reader = new PdfReader(in.getPath());
    PdfStamper stamper = new PdfStamper(reader, new FileOutputStream(out), '\0', true);
    AcroFields fields = stamper.getAcroFields();
    int type = fields.getFieldType(name);
    String text = String.join("\n", values);
    boolean isSet;
    if (type == AcroFields.FIELD_TYPE_LIST && values.length != 1) {
      isSet = fields.setListSelection(name, values);
    } else if (type == AcroFields.FIELD_TYPE_CHECKBOX || type == AcroFields.FIELD_TYPE_RADIOBUTTON) {
      isSet = fields.setField(name, state(fields.getAppearanceStates(name), text));
    } else {
      isSet = fields.setField(name, text);
    }
    if (!isSet) throw new IllegalStateException("not set");
    stamper.close();
    reader.close();
  }

  /** The state that a value stands for: radio buttons are sorted as they stand. */
  static String state(String[] states, String value) {
    List<String> on = new ArrayList<>();
    for (String state : states) if (!state.equals("Off")) on.add(state);
    Collections.sort(on);
    if (value.isEmpty()) return "Off";
    return value.equals("Full") ? on.get(on.size() - 1) : on.get(0);
  }
}

/** With iText 2. */
class OldForms {
  static void fill(File in, File out, String name, String[] values) throws Exception {
    com.lowagie.text.pdf.PdfReader reader = new com.lowagie.text.pdf.PdfReader(in.getPath());
    com.lowagie.text.pdf.PdfStamper stamper =
        new com.lowagie.text.pdf.PdfStamper(reader, new FileOutputStream(out), '\0', true);
    com.lowagie.text.pdf.AcroFields fields = stamper.getAcroFields();
    int type = fields.getFieldType(name);
    String text = String.join("\n", values);
    boolean isSet;
    if (type == com.lowagie.text.pdf.AcroFields.FIELD_TYPE_LIST && values.length != 1) {
      isSet = fields.setListSelection(name, values);
    } else if (type == com.lowagie.text.pdf.AcroFields.FIELD_TYPE_CHECKBOX
        || type == com.lowagie.text.pdf.AcroFields.FIELD_TYPE_RADIOBUTTON) {
      isSet = fields.setField(name, TextForms.state(fields.getAppearanceStates(name), text));
    } else {
      isSet = fields.setField(name, text);
    }
    if (!isSet) throw new IllegalStateException("not set");
    stamper.close();
  }
}
