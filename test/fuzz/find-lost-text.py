"""
Decides from a DOCX alone which letters a reader must find on the pages of its PDF, and which of them are neither there nor
named in a warning. It shares no code with the converter: the XML is read by Python's own library, the PDF by poppler and
MuPDF, and the rules are those of ECMA-376.

Reads one JSON object per line, {"docx": path, "pdf": path, "warnings": [...]}, and answers each with one line:
{"letters": how many were looked for, "lost": [...]} or {"unread": why nothing can be said}.

Left out because the format hides it: tracked deletions, hidden text (w:vanish), the codes of fields and the results that
change from page to page, the branches of mc:AlternateContent that are not shown, headers that no page has to use, comments.
"""

import json
import posixpath
import re
import subprocess
import sys
import unicodedata
import zipfile
from xml.etree import ElementTree

PREFIXES = [
    ('http://schemas.openxmlformats.org/wordprocessingml/2006/main', 'w'),
    ('http://purl.oclc.org/ooxml/wordprocessingml/main', 'w'),
    ('http://schemas.openxmlformats.org/officeDocument/2006/math', 'm'),
    ('http://purl.oclc.org/ooxml/officeDocument/math', 'm'),
    ('http://schemas.openxmlformats.org/drawingml/2006/main', 'a'),
    ('http://purl.oclc.org/ooxml/drawingml/main', 'a'),
    ('http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing', 'wp'),
    ('http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing', 'wp'),
    ('http://schemas.openxmlformats.org/officeDocument/2006/relationships', 'r'),
    ('http://purl.oclc.org/ooxml/officeDocument/relationships', 'r'),
    ('http://schemas.openxmlformats.org/markup-compatibility/2006', 'mc'),
    ('urn:schemas-microsoft-com:vml', 'v'),
]
PREFIX_OF = dict(PREFIXES)

# Namespaces that a reader of alternatives must understand; newer ones fall back.
UNDERSTOOD = set(PREFIX_OF) | {
    'http://schemas.microsoft.com/office/word/2010/wordprocessingShape',
    'http://schemas.microsoft.com/office/word/2010/wordprocessingGroup',
    'http://schemas.microsoft.com/office/word/2010/wordprocessingCanvas',
    'http://schemas.microsoft.com/office/word/2010/wordprocessingDrawing',
    'http://schemas.microsoft.com/office/word/2010/wordml',
    'http://schemas.microsoft.com/office/word/2012/wordml',
    'http://schemas.microsoft.com/office/drawing/2010/main',
}

DELETED = {'w:del', 'w:moveFrom', 'w:delText', 'w:instrText', 'w:delInstrText'}
# What holds no text that is shown where it stands.
APART = {'w:rPr', 'w:pPr', 'w:tcPr', 'w:trPr', 'w:tblPr', 'w:tblPrEx', 'w:sdtPr', 'w:sectPr', 'w:tblGrid', 'w:ffData'}
# Fields whose stored result gives way to what the page says, or that show nothing (ECMA-376-1, 17.16.5).
REPLACED = {'PAGE', 'PAGEREF', 'NUMPAGES', 'SECTIONPAGES', 'SECTION', 'FORMCHECKBOX', 'SYMBOL', 'MACROBUTTON', 'GOTOBUTTON'}
SILENT = {'TC', 'XE', 'RD', 'TA', 'SET', 'ASK', 'PRIVATE', 'NEXT', 'NEXTIF', 'SKIPIF'}
SYMBOL_FONT = re.compile('symbol|dings|marlett', re.I)
OFF = {'0', 'false', 'off'}


def name_of(element):
    tag = element.tag
    if not isinstance(tag, str) or not tag.startswith('{'):
        return str(tag)
    uri, local = tag[1:].split('}', 1)
    prefix = PREFIX_OF.get(uri)
    return f'{prefix}:{local}' if prefix else f'{{{uri}}}{local}'


def attribute(element, name, prefix='w'):
    if element is None:
        return None
    for uri, known in PREFIXES:
        if known == prefix and f'{{{uri}}}{name}' in element.attrib:
            return element.attrib[f'{{{uri}}}{name}']
    return element.attrib.get(name)


def child(element, name):
    if element is not None:
        for each in element:
            if name_of(each) == name:
                return each
    return None


def children(element, name):
    return [] if element is None else [each for each in element if name_of(each) == name]


def is_on(element):
    return element is not None and (attribute(element, 'val') or '1') not in OFF


class Package:
    def __init__(self, path):
        self.zip = zipfile.ZipFile(path)
        self.names = {name.lower(): name for name in self.zip.namelist()}
        self.spaces = {}
        self.name_of_root = {}

    def bytes(self, name):
        real = self.names.get(name.lstrip('/').lower())
        return None if real is None else self.zip.read(real)

    def xml(self, name):
        data = self.bytes(name)
        if data is None:
            return None
        parser = ElementTree.XMLPullParser(['start-ns', 'start'])
        parser.feed(data)
        parser.close()
        spaces = {}
        root = None
        for event, value in parser.read_events():
            if event == 'start-ns':
                spaces[value[0]] = value[1]
            elif root is None:
                root = value
        self.spaces[root] = spaces
        self.name_of_root[root] = name
        return root

    def related(self, name):
        folder, base = posixpath.split(name)
        root = self.xml(posixpath.join(folder, '_rels', base + '.rels'))
        found = {}
        for each in root if root is not None else []:
            if not each.tag.startswith('{http://schemas.openxmlformats.org/package/2006/relationships}'):
                continue
            target = each.attrib.get('Target', '')
            if each.attrib.get('TargetMode') != 'External':
                target = posixpath.normpath(posixpath.join('/' + folder, target)).lstrip('/')
            else:
                target = None
            found[each.attrib.get('Id')] = (each.attrib.get('Type', '').rsplit('/', 1)[-1], target)
        return found


class Field:
    def __init__(self):
        self.code = ''
        self.in_result = False

    @property
    def name(self):
        found = re.match(r'\s*(=|[A-Za-z]+)', self.code)
        return found.group(1).upper() if found else ''


class Reader:
    """Gathers the paragraphs that must be found."""

    def __init__(self, path, warnings):
        self.package = Package(path)
        self.warnings = warnings
        self.units = []
        self.main = next(
            (target for kind, target in self.package.related('').values() if kind == 'officeDocument'), None
        )
        if self.main is None:
            raise ValueError('no main part')
        self.relations = self.package.related(self.main)
        self.styles = self.read_styles()
        self.settings = self.part('settings')
        self.notes = {kind: self.read_notes(kind) for kind in ('footnote', 'endnote')}
        self.read_notes_of = set()

    def part(self, kind):
        for type_, target in self.relations.values():
            if type_ == kind and target:
                return self.package.xml(target)
        return None

    def read_styles(self):
        root = self.part('styles')
        styles = {}
        for style in children(root, 'w:style'):
            based = child(style, 'w:basedOn')
            hidden = child(child(style, 'w:rPr'), 'w:vanish')
            fonts = child(child(style, 'w:rPr'), 'w:rFonts')
            styles[attribute(style, 'styleId')] = {
                'based': attribute(based, 'val'),
                'hidden': None if hidden is None else is_on(hidden),
                'font': attribute(fonts, 'ascii'),
                'default': (attribute(style, 'type'), attribute(style, 'default') in ('1', 'true', 'on')),
            }
        return styles

    def style_value(self, style, key):
        for _ in range(20):
            entry = self.styles.get(style)
            if entry is None:
                return None
            if entry[key] is not None:
                return entry[key]
            style = entry['based']
        return None

    def read_notes(self, kind):
        root = self.part(kind + 's')
        found = {}
        for note in children(root, f'w:{kind}'):
            if attribute(note, 'type') not in ('separator', 'continuationSeparator', 'continuationNotice'):
                found.setdefault(attribute(note, 'id'), []).append(note)
        return found, root

    def read(self):
        root = self.package.xml(self.main)
        self.story(root, root)
        for header in self.headers(root):
            self.story(header, header)
        return self.units

    # -- headers

    def headers(self, root):
        """The headers and footers that a page certainly has."""
        even = is_on(child(self.settings, 'w:evenAndOddHeaders'))
        found, inherited = {}, {}
        around = {each: parent for parent in root.iter() for each in parent}
        sections = [
            each
            for each in root.iter()
            if name_of(each) == 'w:sectPr' and name_of(around[each]) in ('w:pPr', 'w:body')
        ]
        for index, section in enumerate(sections):
            for each in section:
                kind = name_of(each)
                if kind not in ('w:headerReference', 'w:footerReference'):
                    continue
                type_ = attribute(each, 'type')
                relation = self.relations.get(attribute(each, 'id', 'r'))
                if relation and relation[1] and relation[0] == kind[2:8]:
                    inherited[kind, type_ if type_ in ('first', 'even') else 'default'] = relation[1]
            starts = attribute(child(section, 'w:type'), 'val')
            # A continuous section may have no page of its own.
            if starts in ('continuous', 'nextColumn') and index > 0:
                continue
            kinds = ['first'] if is_on(child(section, 'w:titlePg')) else [] if even else ['default']
            for kind in kinds:
                for where in ('w:headerReference', 'w:footerReference'):
                    target = inherited.get((where, kind))
                    if target:
                        found[target] = True
        roots = [self.package.xml(target) for target in found]
        return [each for each in roots if each is not None]

    # -- text

    def story(self, element, root):
        whole = set()
        open_ = []
        for mark in self.field_marks(element):
            type_ = attribute(mark, 'fldCharType')
            if type_ == 'begin':
                open_.append([mark])
            elif type_ == 'separate' and open_:
                open_[-1].append(mark)
            elif type_ == 'end' and open_:
                whole.update(open_.pop(), [mark])
        state = {'fields': [], 'whole': whole, 'root': root, 'unit': [], 'style': None, 'font': None}
        self.walk_children(element, state)
        self.flush(state)

    def field_marks(self, element):
        for each in element:
            name = name_of(each)
            if name == 'w:fldChar':
                yield each
            elif name not in DELETED and name not in APART and name != 'w:txbxContent':
                yield from self.field_marks(each)

    def flush(self, state):
        text = ''.join(state['unit'])
        state['unit'] = []
        if text.strip():
            self.units.append(text)

    def walk_children(self, element, state):
        for each in element:
            self.walk(each, state)

    def walk(self, element, state):
        name = name_of(element)
        if name in DELETED:
            if name == 'w:instrText' and state['fields'] and not state['fields'][-1].in_result:
                state['fields'][-1].code += element.text or ''
            return
        if name in APART:
            return
        handler = getattr(self, 'see_' + name.replace(':', '_'), None)
        if handler is not None:
            handler(element, state)
        elif not self.is_ignorable(element, state):
            self.walk_children(element, state)

    def is_ignorable(self, element, state):
        uri = element.tag[1:].split('}', 1)[0] if str(element.tag).startswith('{') else ''
        if uri in UNDERSTOOD:
            return False
        spaces = self.package.spaces.get(state['root'], {})
        ignorable = attribute(state['root'], 'Ignorable', 'mc') or ''
        return any(spaces.get(prefix) == uri for prefix in ignorable.split())

    def see_w_p(self, element, state):
        outer, style = state['unit'], state['style']
        state['unit'] = []
        state['style'] = attribute(child(child(element, 'w:pPr'), 'w:pStyle'), 'val') or next(
            (key for key, value in self.styles.items() if value['default'] == ('paragraph', True)), None
        )
        self.walk_children(element, state)
        self.flush(state)
        state['unit'], state['style'] = outer, style

    def see_w_r(self, element, state):
        properties = child(element, 'w:rPr')
        if self.is_hidden(properties, state):
            for each in element.iter():
                if name_of(each) == 'w:fldChar':
                    self.see_w_fldChar(each, state)
                elif name_of(each) == 'w:instrText':
                    self.walk(each, state)
            return
        font = attribute(child(properties, 'w:rFonts'), 'ascii') or self.style_value(
            attribute(child(properties, 'w:rStyle'), 'val'), 'font'
        ) or self.style_value(state['style'], 'font')
        before, state['font'] = state['font'], font
        self.walk_children(element, state)
        state['font'] = before

    see_m_r = see_w_r

    def is_hidden(self, properties, state):
        own = child(properties, 'w:vanish')
        if own is not None:
            return is_on(own)
        style = self.style_value(attribute(child(properties, 'w:rStyle'), 'val'), 'hidden')
        around = self.style_value(state['style'], 'hidden')
        return bool(style) != bool(around)

    def see_w_t(self, element, state):
        if state['font'] and SYMBOL_FONT.search(state['font']):
            return
        fields = state['fields']
        if any(not field.in_result for field in fields) and fields[-1].in_result:
            return
        names = {field.name for field in fields if field.in_result}
        if names & (REPLACED | SILENT):
            return
        if 'STYLEREF' in names and name_of(state['root']) in ('w:hdr', 'w:ftr'):
            return
        # What stands in an element that should hold text only is text as well.
        text = element.text or ''
        state['unit'].append(text)
        for each in element:
            self.walk(each, state)

    see_m_t = see_w_t

    def see_w_fldChar(self, element, state):
        if element not in state['whole']:
            return
        type_ = attribute(element, 'fldCharType')
        if type_ == 'begin':
            state['fields'].append(Field())
        elif type_ == 'separate' and state['fields']:
            state['fields'][-1].in_result = True
        elif type_ == 'end' and state['fields']:
            state['fields'].pop()

    def see_w_fldSimple(self, element, state):
        field = Field()
        field.code = attribute(element, 'instr') or ''
        field.in_result = True
        state['fields'].append(field)
        self.walk_children(element, state)
        if field in state['fields']:
            del state['fields'][state['fields'].index(field):]

    def see_w_tr(self, element, state):
        if child(child(element, 'w:trPr'), 'w:del') is None:
            self.walk_children(element, state)

    def see_w_tc(self, element, state):
        if child(child(element, 'w:tcPr'), 'w:cellDel') is None:
            self.walk_children(element, state)

    def see_w_sdt(self, element, state):
        is_bound = child(child(element, 'w:sdtPr'), 'w:dataBinding') is not None
        if not (is_bound and any('content control shows the data' in each for each in self.warnings)):
            self.walk_children(element, state)

    def see_mc_AlternateContent(self, element, state):
        spaces = self.package.spaces.get(state['root'], {})
        for branch in element:
            name = name_of(branch)
            asked = (branch.attrib.get('Requires') or '').split()
            if name == 'mc:Choice' and all(spaces.get(prefix) in UNDERSTOOD for prefix in asked):
                self.walk_children(branch, state)
                return
            if name == 'mc:Fallback':
                self.walk_children(branch, state)
                return

    def see_w_txbxContent(self, element, state):
        unit, fields, whole, style, font = (state[key] for key in ('unit', 'fields', 'whole', 'style', 'font'))
        self.story(element, state['root'])
        state.update(unit=unit, fields=fields, whole=whole, style=style, font=font)

    def see_wp_inline(self, element, state):
        if (child(element, 'wp:docPr') is not None and child(element, 'wp:docPr').attrib.get('hidden') in ('1', 'true')):
            return
        self.walk_children(element, state)

    see_wp_anchor = see_wp_inline

    def see_v_shape(self, element, state):
        style = (element.attrib.get('style') or '').replace(' ', '')
        if 'visibility:hidden' not in style and 'display:none' not in style:
            self.walk_children(element, state)

    see_v_rect = see_v_roundrect = see_v_oval = see_v_group = see_v_shape

    def see_w_footnoteReference(self, element, state):
        self.see_note('footnote', element, state)

    def see_w_endnoteReference(self, element, state):
        self.see_note('endnote', element, state)

    def see_note(self, kind, element, state):
        key = (kind, attribute(element, 'id'))
        notes, root = self.notes[kind]
        if key in self.read_notes_of or any(field.name in SILENT for field in state['fields']):
            return
        self.read_notes_of.add(key)
        for note in notes.get(key[1], []):
            self.story(note, root)

    def see_w_altChunk(self, element, state):
        relations = self.package.related(self.package.name_of_root[state['root']])
        kind, target = relations.get(attribute(element, 'id', 'r'), (None, None))
        data = self.package.bytes(target) if target else None
        if data is None or not data.startswith(b'PK'):
            return
        import io

        inner = Reader(io.BytesIO(data), self.warnings)
        root = inner.package.xml(inner.main)
        inner.story(root, root)
        self.units.extend(inner.units)


def letters(text):
    """Letters, digits and signs in a form that does not depend on case, marks or the shape that a font gives them."""
    kept = []
    for sign in unicodedata.normalize('NFKD', unicodedata.normalize('NFKD', text.replace('\u00ad', '')).casefold()):
        if unicodedata.category(sign)[0] in 'LNPS' and not '\ue000' <= sign <= '\uf8ff':
            kept.append(HYPHENS.get(sign, sign))
    return ''.join(kept)


HYPHENS = {'\u2010': '-', '\u2011': '-', '\u2212': '-', '\u00b4': "'", '\u2329': '<', '\u232a': '>', '\u3008': '<', '\u3009': '>', '\u27e8': '<', '\u27e9': '>'}


class Shown:
    """The letters of the pages in the order in which they were painted; what is found is used up."""

    def __init__(self, text):
        self.chunks = [letters(page) for page in text.split('\f')]
        self.at = 0

    def take(self, text):
        count = len(self.chunks)
        for step in range(count):
            index = (self.at + step) % count
            start = self.chunks[index].find(text)
            if start >= 0:
                chunk = self.chunks[index]
                self.chunks[index] = chunk[:start] + '\0' + chunk[start + len(text):]
                self.at = index
                return True
        return False

    def take_pieces(self, text, least):
        """Cuts a text into pieces that are there; gives those that are not."""
        missing = []
        open_ = [text]
        while open_:
            piece = open_.pop()
            if self.take(piece):
                continue
            if len(piece) < 2 * least:
                missing.append(piece)
            else:
                middle = len(piece) // 2
                open_.extend((piece[middle:], piece[:middle]))
        return missing


def search(units, text):
    shown = Shown(text)
    rest = []
    for unit in sorted(units, key=len, reverse=True):
        rest.extend((unit, piece) for piece in shown.take_pieces(unit, 8))
    lost = []
    for unit, piece in sorted(rest, key=lambda each: len(each[1]), reverse=True):
        missing = ''.join(shown.take_pieces(piece, 1))
        # A piece of which hardly a letter stands beside its neighbour was put together from letters of other texts.
        if missing:
            lost.append((unit, missing))
    return lost


NUMBER = re.compile(r"(\d+|One) characters? .*?(?:left out|reached no page|off the edge|cut off|hidden under)")


def named(warnings):
    """How many letters the warnings count, and those that they quote or name."""
    count, quoted = 0, ''
    for warning in warnings:
        found = NUMBER.search(warning)
        if found:
            count += 1 if found.group(1) == 'One' else int(found.group(1))
        else:
            quoted += ''.join(re.findall(r'"([^"]*)"', warning))
        for code in re.findall(r'No font has the character ((?:U\+[0-9A-F]+ ?)+)', warning):
            quoted += ''.join(chr(int(each[2:], 16)) for each in code.split()) * 50
    return count, letters(quoted)


def shown_by(command):
    return subprocess.run(command, capture_output=True, timeout=300).stdout.decode('utf-8', 'replace')


def judge(task):
    warnings = task['warnings']
    try:
        units = [letters(unit) for unit in Reader(task['docx'], warnings).read()]
    except (ElementTree.ParseError, zipfile.BadZipFile, ValueError, RecursionError, KeyError, NotImplementedError, OSError) as error:
        return {'unread': f'{type(error).__name__}: {error}'}
    except Exception as error:  # zlib.error and what else damaged archives bring
        return {'unread': f'{type(error).__name__}: {error}'}
    units = [unit for unit in units if unit]
    lost = search(units, shown_by(['pdftotext', '-raw', task['pdf'], '-']))
    if lost:
        other = search(units, shown_by(['mutool', 'draw', '-q', '-F', 'txt', task['pdf']]))
        lost = min(lost, other, key=lambda each: sum(len(piece) for _, piece in each))
    total = sum(len(piece) for _, piece in lost)
    count, quoted = named(warnings)
    left = list(quoted)
    unnamed = 0
    for _, piece in lost:
        for sign in piece:
            if sign in left:
                left.remove(sign)
            else:
                unnamed += 1
    answer = {'letters': sum(map(len, units)), 'missing': total, 'lost': []}
    if unnamed > count:
        answer['lost'] = [f'{piece[:60]} of {unit[:60]}' for unit, piece in lost[:6]]
        answer['unnamed'] = unnamed - count
    return answer


for line in sys.stdin:
    print(json.dumps(judge(json.loads(line))), flush=True)
