import { alwaysShown, parseTemplate, writeTemplate, type TemplateFault } from './language.ts';
import { SUBJECT_MAX, type TemplateSpec } from './template.ts';

export interface TemplateText {
  subject: string;
  body: string;
}
export interface TemplateRefusal extends TemplateFault {
  field: 'subject' | 'body';
}

const names = (spec: TemplateSpec) => new Set(Object.keys(spec.variables));

/** Errors that prevent a text from being used, with positions; empty when it is valid. */
export function whyNotTemplate(spec: TemplateSpec, text: TemplateText): TemplateRefusal[] {
  const subject = parseTemplate(text.subject, names(spec));
  const body = parseTemplate(text.body, names(spec));
  const shown = alwaysShown(body.nodes);
  const lacking = Object.entries(spec.variables)
    .filter(([name, { required }]) => required && !shown.has(name))
    .map(([name, { label }]) => ({
      field: 'body' as const,
      message: `Falta {{${name}}} (${label}) fuera de toda condición: sin eso el mensaje no sirve.`,
      line: 1,
      column: 1,
    }));
  return [
    ...subject.faults.map((fault) => ({ field: 'subject' as const, ...fault })),
    ...body.faults.map((fault) => ({ field: 'body' as const, ...fault })),
    ...lacking,
  ];
}

const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
/** Markers around a URL while the text is split into paragraphs. */
const [OPEN, CLOSE] = ['\uE000', '\uE001'];
// oxlint-disable-next-line no-control-regex -- removing them is the point
const clean = (text: string) => text.replace(/[\uE000\uE001\u0000-\u0009\u000b-\u001f\u007f]/g, '');
/** A value stays within its paragraph: it cannot start a new one. */
const tame = (value: string) => clean(value.replace(/\r\n?/g, '\n')).replace(/\n{2,}/g, '\n');

export interface Rendered {
  subject: string;
  /** Plain text. */
  text: string;
  /** Body of the HTML: paragraphs and buttons, values escaped. */
  html: string;
}

/** The message with its values, as text and HTML. `action` is the background colour of a button. */
export function renderTemplate(
  spec: TemplateSpec,
  { subject, body }: TemplateText,
  values: Readonly<Record<string, string>>,
  action: string,
): Rendered {
  const tamed = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, tame(value)]));
  const plain = (_name: string, value: string) => value;
  const written = parseTemplate(clean(subject), names(spec)).nodes;
  const nodes = parseTemplate(clean(body.replace(/\r\n?/g, '\n')), names(spec)).nodes;
  const marked = writeTemplate(nodes, tamed, (name, value) =>
    spec.variables[name]?.button && value ? OPEN + name + CLOSE : value,
  );
  return {
    subject: onePeriod(writeTemplate(written, tamed, plain))
      .replace(/[\n ]+/g, ' ')
      .trim()
      .slice(0, SUBJECT_MAX),
    text: neat(writeTemplate(nodes, tamed, plain)),
    html: neat(marked)
      .split('\n\n')
      .map((paragraph) => paragraphHtml(spec, paragraph, tamed, action))
      .join(''),
  };
}

/** When a value ends with an abbreviation (10:00 a. m., S.A.), drops the sentence's second period. */
const onePeriod = (text: string) => text.replace(/(\b\p{L}\.)\.(?!\.)/gu, '$1');

const neat = (text: string) =>
  onePeriod(text)
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

const MARKED = new RegExp(`${OPEN}(\\w+)${CLOSE}`, 'g');

function paragraphHtml(
  spec: TemplateSpec,
  paragraph: string,
  values: Readonly<Record<string, string>>,
  action: string,
): string {
  const [, alone] = new RegExp(`^${OPEN}(\\w+)${CLOSE}$`).exec(paragraph.trim()) ?? [];
  if (alone)
    return `<p style="margin:24px 0"><a href="${escape(values[alone]!)}" style="background:${action};color:#ffffff;padding:12px 20px;border-radius:8px;text-decoration:none;display:inline-block;font-weight:600">${escape(spec.variables[alone]!.button!)}</a></p>`;
  const text = escape(paragraph)
    .replaceAll('\n', '<br>')
    .replace(MARKED, (_, name: string) => {
      const address = escape(values[name]!);
      return `<a href="${address}" style="color:${action}">${address}</a>`;
    });
  return `<p style="margin:0 0 16px">${text}</p>`;
}

/** Preview values: the example of each variable. */
export const exampleValues = (spec: TemplateSpec): Record<string, string> =>
  Object.fromEntries(Object.entries(spec.variables).map(([name, { example }]) => [name, example]));
