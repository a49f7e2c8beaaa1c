# Fills one field of a form with Poppler, as Evince and Okular do. Arguments: kind, name, value (lines), input, output.
import sys

import gi

gi.require_version("Poppler", "0.18")
from gi.repository import Gio, Poppler

kind, name, value, source, target = sys.argv[1:]
document = Poppler.Document.new_from_gfile(Gio.File.new_for_path(source), None, None)
found = []
for number in range(document.get_n_pages()):
    for mapping in document.get_page(number).get_form_field_mapping():
        if mapping.field.get_name() == name:
            found.append((mapping.area.x1, mapping.field))
if not found:
    raise LookupError(name)
fields = [field for _, field in sorted(found, key=lambda pair: pair[0])]
if kind == "text":
    fields[0].text_set_text(value)
elif kind == "check":
    fields[0].button_set_state(value != "")
elif kind == "radio":
    fields[-1 if value == "Full" else 0].button_set_state(True)
else:
    field = fields[0]
    items = [field.choice_get_item(i) for i in range(field.choice_get_n_items())]
    lines = value.split("\n") if value else []
    if kind == "list" or not lines:
        field.choice_unselect_all()
    for line in lines:
        if line in items:
            field.choice_select_item(items.index(line))
        else:
            field.choice_set_text(line)
document.save(Gio.File.new_for_path(target).get_uri())
