import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clauseFaults, clauseOf, missingFields, ordinalOf, renderClauses, type Clause } from './clauses.ts';
import { clauseNamedIn, compareClauses, sameClauses } from './compare.ts';
import { ClauseBody } from './document.ts';
import {
  CONDITION_NAMES,
  FIELD_NAMES,
  TEMPLATE_KIND_NAMES,
  type Condition,
  type FieldName,
  type FieldValues,
} from './fields.ts';
import { starterOf } from './starter.ts';

const anyField = fc.constantFrom(...FIELD_NAMES);
/** Text that tries to look like a field, a mark or markup. */
const anyText = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.constantFrom(
    '{{precio}}',
    '«Precio»',
    '[Precio]',
    '<b>x</b>',
    '$&',
    '\\',
    '__proto__',
    '{"type":"campo"}',
  ),
);
const anyMarks = fc.option(
  fc.uniqueArray(
    fc.constantFrom('bold', 'italic', 'underline').map((type) => ({ type })),
    {
      maxLength: 3,
      selector: ({ type }) => type,
    },
  ),
  { nil: undefined },
);
const anyInline = fc.oneof(
  fc.record({ type: fc.constant('text'), text: anyText, marks: anyMarks }),
  fc.record({ type: fc.constant('campo'), attrs: fc.record({ name: anyField }), marks: anyMarks }),
  fc.constant({ type: 'hardBreak' }),
);
const anyParagraph = fc.record({
  type: fc.constant('paragraph'),
  content: fc.array(anyInline, { maxLength: 6 }),
});
const anyBlock = fc.oneof(
  anyParagraph,
  fc.record({
    type: fc.constantFrom('bulletList', 'orderedList'),
    content: fc.array(
      fc.record({
        type: fc.constant('listItem'),
        content: fc.array(anyParagraph, { minLength: 1, maxLength: 2 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  }),
);
const anyBody = fc
  .record({ type: fc.constant('doc'), content: fc.array(anyBlock, { minLength: 1, maxLength: 4 }) })
  .map((body) => ClauseBody.parse(body));
const anyClauses = fc
  .array(
    fc.record({ title: fc.constant('Cláusula'), when: fc.constantFrom(...CONDITION_NAMES), body: anyBody }),
    {
      maxLength: 6,
    },
  )
  .map((list) => list.map((one, at): Clause => ({ key: `c-${at}`, ...one })));
const anyValues = fc
  .array(fc.tuple(anyField, anyText), { maxLength: 12 })
  .map((pairs) => Object.fromEntries(pairs) as FieldValues);
const anyHolding = fc.subarray([...CONDITION_NAMES]).map((names) => new Set<Condition>(names));

/** The words of a body in order, each field as a token. */
const tokensOf = (body: ClauseBody): ({ text: string } | { field: FieldName })[] =>
  body.content.flatMap((block) =>
    (block.type === 'paragraph' ? [block] : block.content.flatMap(({ content }) => content)).flatMap(
      ({ content = [] }) =>
        content.map((one) =>
          one.type === 'campo'
            ? { field: one.attrs.name as FieldName }
            : { text: one.type === 'text' ? one.text : '\n' },
        ),
    ),
  );

describe('rendering merge fields', () => {
  test('puts each value in once, and never reads a value or a text again', () => {
    fc.assert(
      fc.property(anyClauses, anyValues, anyHolding, (clauses, values, holding) => {
        const kept = clauses.filter(({ when }) => when === 'siempre' || holding.has(when));
        const rendered = renderClauses(clauses, values, holding);
        expect(rendered.map(({ key }) => key)).toEqual(kept.map(({ key }) => key));
        for (const [at, clause] of rendered.entries()) {
          expect(clause.ordinal).toBe(ordinalOf(at + 1));
          const runs = clause.lines.flatMap((line) => line.runs);
          const tokens = tokensOf(kept[at]!.body);
          expect(runs).toHaveLength(tokens.length);
          for (const [place, token] of tokens.entries()) {
            const run = runs[place]!;
            if ('text' in token) expect(run).toMatchObject({ text: token.text, field: null });
            else {
              expect(run.field).toBe(token.field);
              const value = values[token.field]?.trim();
              if (value) expect(run.text).toBe(value);
              else expect(run.text.startsWith('[')).toBe(true);
            }
          }
        }
      }),
    );
  });

  test('what is missing is exactly the fields without a value', () => {
    fc.assert(
      fc.property(anyClauses, anyValues, (clauses, values) => {
        const used = new Set(
          clauses.flatMap(({ body }) => tokensOf(body).flatMap((one) => ('field' in one ? [one.field] : []))),
        );
        expect(new Set(missingFields(clauses, values))).toEqual(
          new Set([...used].filter((name) => !values[name]?.trim())),
        );
      }),
    );
  });

  test('a parsed document parses to itself, and unknown nodes and keys do not get in', () => {
    fc.assert(
      fc.property(anyBody, (body) => {
        expect(ClauseBody.parse(body)).toEqual(body);
      }),
    );
    const hostile = {
      type: 'text',
      text: 'x',
      onclick: 'alert(1)',
      marks: [{ type: 'bold', attrs: { href: 'x' } }],
    };
    expect(ClauseBody.parse({ type: 'doc', content: [{ type: 'paragraph', content: [hostile] }] })).toEqual({
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [{ type: 'bold' }] }] }],
    });
    for (const type of ['image', 'link', 'heading', 'codeBlock'])
      expect(ClauseBody.safeParse({ type: 'doc', content: [{ type, attrs: { src: 'x' } }] }).success).toBe(
        false,
      );
  });

  test('the numbers of the clauses are words', () => {
    expect([1, 9, 10, 11, 20, 47].map(ordinalOf)).toEqual([
      'PRIMERA',
      'NOVENA',
      'DÉCIMA',
      'DÉCIMA PRIMERA',
      'VIGÉSIMA',
      'CUADRAGÉSIMA SÉPTIMA',
    ]);
    expect(new Set(Array.from({ length: 89 }, (_, at) => ordinalOf(at + 1))).size).toBe(89);
  });
});

describe('checking clauses', () => {
  test('the text that each kind begins with has no fault', () => {
    for (const kind of TEMPLATE_KIND_NAMES) expect(clauseFaults(starterOf(kind), kind)).toEqual([]);
  });

  test('an unknown field, a field of another kind, an empty text, a repeated key and a typed field each get their clause', () => {
    const faults = clauseFaults(
      [
        clauseOf('a', 'Bien', 'Paga {{precio}}.'),
        clauseOf('b', 'Raro', 'Dice {{no_existe}}.'),
        clauseOf('c', 'Ajeno', 'Cambia {{cambio}}.'),
        clauseOf('d', 'Vacía', ' '),
        clauseOf('a', 'Doble', 'Otra vez.'),
        {
          ...clauseOf('e', 'Letras', ''),
          body: {
            type: 'doc',
            content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Paga {{precio}}.' }] }],
          },
        },
      ],
      'promesa',
    );
    expect(faults.map(({ field }) => field)).toEqual([
      'clausulas[1][body]',
      'clausulas[2][body]',
      'clausulas[3][body]',
      'clausulas[4][key]',
      'clausulas[5][body]',
    ]);
    expect(faults[0]!.message).toMatch(/no_existe/);
  });
});

describe('comparing texts', () => {
  const base = starterOf('promesa');

  test('a text equals itself, and any other order, word, look or condition is a change', () => {
    fc.assert(
      fc.property(anyClauses, (clauses) => {
        expect(sameClauses(clauses, structuredClone(clauses))).toBe(true);
        expect(compareClauses(clauses, clauses).every(({ change }) => change === 'igual')).toBe(true);
      }),
    );
    fc.assert(
      fc.property(anyClauses, anyClauses, (before, after) => {
        const none = compareClauses(before, after).every(({ change }) => change === 'igual');
        expect(none).toBe(sameClauses(before, after));
      }),
    );
  });

  test('names what changed clause by clause', () => {
    const [first, second, third, ...rest] = base;
    const changed = [
      first!,
      { ...third!, body: clauseOf('x', 'x', 'El precio es otro: {{precio}}.').body },
      clauseOf('nueva', 'Mascotas', 'Se admiten dos.'),
      ...rest.slice(0, -1),
      second!,
    ];
    const found = Object.fromEntries(compareClauses(base, changed).map(({ key, change }) => [key, change]));
    expect(found).toMatchObject({
      partes: 'igual',
      precio: 'texto',
      nueva: 'nueva',
      objeto: 'movida',
      firma: 'quitada',
    });
  });

  test('a rejection says which clause it is about, by number, ordinal or title', () => {
    const rendered = renderClauses(base, {}, new Set<Condition>(['hipoteca', 'un_comprador']));
    const named = (words: string) =>
      rendered.find(({ key }) => key === clauseNamedIn(words, rendered))?.title;
    expect(named('No acepto la cláusula 3')).toBe('Precio');
    expect(named('la clausula tercera no me gusta')).toBe('Precio');
    expect(named('La cláusula DÉCIMA está mal')).toBe(rendered[9]!.title);
    expect(named('no estoy de acuerdo con la forma de pago')).toBe('Forma de pago');
    expect(named('Ya no quiero comprar')).toBeUndefined();
    expect(named('Acepto pagar el 5 %, no 10 % de lo pagado')).toBeUndefined();
    expect(named('Cláusula tercera: en el punto 2 hay un error')).toBe('Precio');
    expect(named('La cláusula décima primera no')).toBe(rendered[10]!.title);
    expect(named('la cláusula 99')).toBeUndefined();
  });
});
