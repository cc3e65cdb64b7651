import { describe, expect, test } from 'vitest';
import { exampleValues, renderTemplate, whyNotTemplate } from './render.ts';
import type { TemplateSpec } from './template.ts';
import { TEMPLATES } from './templates.ts';

const SPEC: TemplateSpec = {
  channel: 'correo',
  label: 'Prueba',
  when: '',
  audience: 'cliente',
  variables: {
    nombre: { label: 'Nombre', example: 'Ana' },
    motivo: { label: 'Motivo', example: '' },
    enlace: { label: 'Enlace', example: 'https://llave.test/x?a=1&b=2', required: true, button: 'Abrir' },
  },
  subject: 'Hola, {{nombre}}',
  body: '{{nombre}}:{{#si motivo}} por {{motivo}}{{/si}}{{#no motivo}} sin motivo{{/no}}\n\n{{enlace}}',
};
const render = (values: Record<string, string>, text = SPEC) =>
  renderTemplate(SPEC, text, { enlace: 'https://llave.test/x', ...values }, '#0f573a');
const faults = (body: string, subject = 'x') =>
  whyNotTemplate(SPEC, { subject, body }).map(
    ({ field, line, column, message }) => `${field} ${line}:${column} ${message}`,
  );

describe('default texts', () => {
  test.each(Object.entries(TEMPLATES))('%s is well formed and shows its example', (_, spec) => {
    expect(whyNotTemplate(spec, spec)).toEqual([]);
    const { subject, text, html } = renderTemplate(spec, spec, exampleValues(spec), '#0f573a');
    expect(`${subject}${text}`).not.toMatch(/[{}]|undefined/);
    expect(html).not.toMatch(/[{}\uE000]|undefined/);
    for (const [name, { required, button, example }] of Object.entries(spec.variables)) {
      if (required) expect(text, name).toContain(example);
      if (button) expect(html).toContain(`>${button}</a>`);
    }
  });
});

describe('allowed content', () => {
  test('an undeclared name is refused at its position', () => {
    expect(faults('{{enlace}}\nHola {{nombra}}')).toEqual([
      'body 2:6 «nombra» no es una variable de este mensaje.',
    ]);
    expect(faults('{{enlace}}', 'a {{x}}')).toEqual(['subject 1:3 «x» no es una variable de este mensaje.']);
  });

  test('a link or a code can be neither left out nor put in a condition', () => {
    expect(faults('Hola')[0]).toContain('Falta {{enlace}}');
    expect(faults('{{#si motivo}}{{enlace}}{{/si}}')[0]).toContain('Falta {{enlace}}');
  });

  test('every block must be closed, and other syntax is refused', () => {
    expect(faults('{{enlace}}{{#si nombre}}a')).toEqual(['body 1:11 Falta cerrar con {{/si}}.']);
    expect(faults('{{enlace}}{{/no}}')).toEqual(['body 1:11 {{/no}} no cierra nada aquí.']);
    expect(faults('{{enlace}} {{constructor.x}}')[0]).toContain('No se entiende');
    expect(faults('{{enlace}} {{ nombre')[0]).toContain('Las llaves');
    expect(faults('{{enlace}}{{__proto__}}')[0]).toContain('no es una variable');
  });
});

describe('rendering', () => {
  test('conditions follow the value', () => {
    expect(render({ nombre: 'Ana', motivo: 'viaje' }).text).toBe('Ana: por viaje\n\nhttps://llave.test/x');
    expect(render({ nombre: 'Ana' }).text).toBe('Ana: sin motivo\n\nhttps://llave.test/x');
  });

  test('a value is text: it is escaped, stays in its paragraph and is not parsed as a variable', () => {
    const evil = '<img src=x onerror=1>\n\nhttps://evil.test/\n\n{{enlace}}\r\nBcc: x@y.z';
    const { html, subject, text } = render({ nombre: evil });
    expect(html).not.toContain('<img');
    expect(html.match(/<a /g)).toHaveLength(1);
    expect(html).toContain('{{enlace}}');
    expect(subject).not.toMatch(/[\r\n]/);
    expect(text.split('\n\n')).toHaveLength(2);
  });

  test('an abbreviation at the end of a sentence has one period', () => {
    const spec = { ...SPEC, subject: 'De {{nombre}}.', body: 'Vence a las {{nombre}}. Sigue…\n\n{{enlace}}' };
    expect(render({ nombre: '10:00 a. m.' }, spec)).toMatchObject({
      subject: 'De 10:00 a. m.',
      text: 'Vence a las 10:00 a. m. Sigue…\n\nhttps://llave.test/x',
    });
    expect(render({ nombre: 'Casas, S.A.' }, spec).html).toContain('Casas, S.A. Sigue');
    expect(render({ nombre: 'Espera...' }, spec).subject).toBe('De Espera....');
  });

  test('a link alone in a paragraph is a button, within a sentence a link', () => {
    expect(render({ nombre: 'Ana' }).html).toContain('>Abrir</a>');
    const within = render({ nombre: 'A' }, { ...SPEC, body: 'Entra en {{enlace}} hoy' });
    expect(within.html).toContain('<a href="https://llave.test/x"');
    expect(within.html).toContain('>https://llave.test/x</a> hoy');
  });
});
