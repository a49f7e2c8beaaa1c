# Changes PDF files with Poppler, as the document viewers Evince and Okular do. Arguments: the change, input, output.
import sys

import gi

gi.require_version("Poppler", "0.18")
from gi.repository import Gio, Poppler


def rectangle(x1, y1, x2, y2):
    made = Poppler.Rectangle.new()
    made.x1, made.y1, made.x2, made.y2 = x1, y1, x2, y2
    return made


def quads(x1, y1, x2, y2):
    quad = Poppler.Quadrilateral.new()
    for corner, (x, y) in zip(("p1", "p2", "p3", "p4"), ((x1, y2), (x2, y2), (x1, y1), (x2, y1))):
        point = Poppler.Point.new()
        point.x, point.y = x, y
        setattr(quad, corner, point)
    return [quad]


def colour(red, green, blue):
    made = Poppler.Color.new()
    made.red, made.green, made.blue = red * 257, green * 257, blue * 257
    return made


def widgets(document, name):
    found = []
    for number in range(document.get_n_pages()):
        for mapping in document.get_page(number).get_form_field_mapping():
            if mapping.field.get_name() == name:
                found.append((mapping.area.x1, mapping.field))
    if not found:
        raise LookupError(name)
    return [field for _, field in sorted(found, key=lambda pair: pair[0])]


def text(name, value):
    return lambda document: widgets(document, name)[0].text_set_text(value)


def button(name, state, nth=0):
    return lambda document: widgets(document, name)[nth].button_set_state(state)


def choice(name, item):
    def change(document):
        field = widgets(document, name)[0]
        field.choice_unselect_all()
        field.choice_select_item(item)

    return change


def together(*changes):
    return lambda document: [change(document) for change in changes]


def annotate(make):
    def change(document):
        page = document.get_page(0)
        annotation = make(document)
        annotation.set_contents("Seen")
        page.add_annot(annotation)

    return change


def marked(kind, red, green, blue):
    def make(document):
        area, corners = rectangle(60, 713, 190, 728), quads(60, 713, 190, 728)
        annotation = getattr(Poppler.AnnotTextMarkup, "new_" + kind)(document, area, corners)
        annotation.set_color(colour(red, green, blue))
        return annotation

    return annotate(make)


def coloured(annotation):
    annotation.set_color(colour(255, 255, 0))
    return annotation


CHANGES = {
    "fill a text field": text("name", "Bob Miller"),
    "fill a text field again": text("amount", "250"),
    "clear a text field": text("amount", ""),
    "tick a box": button("agree", True),
    "untick a box": button("accepted", False),
    "choose a radio button": button("plan", True, 1),
    "choose in a drop-down list": choice("country", 1),
    "choose in a list": choice("colours", 2),
    "fill three fields": together(text("name", "Bob Miller"), text("amount", "250"), button("agree", True)),
    "change the properties": lambda document: document.set_title("Contract"),
    "add a note": annotate(lambda document: coloured(Poppler.AnnotText.new(document, rectangle(400, 200, 420, 220)))),
    "highlight a line": marked("highlight", 255, 255, 0),
    "underline a line": marked("underline", 0, 0, 255),
    "strike a line out": marked("strikeout", 255, 0, 0),
    "mark a line with a squiggle": marked("squiggly", 255, 0, 0),
    "draw a square": annotate(lambda document: coloured(Poppler.AnnotSquare.new(document, rectangle(300, 200, 380, 240)))),
    "draw a circle": annotate(lambda document: coloured(Poppler.AnnotCircle.new(document, rectangle(300, 200, 380, 240)))),
}

change, source, target = sys.argv[1:]
opened = Poppler.Document.new_from_gfile(Gio.File.new_for_path(source), None, None)
CHANGES[change](opened)
opened.save(Gio.File.new_for_path(target).get_uri())
