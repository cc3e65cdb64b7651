import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deep } from '#test/deep.ts';
import { draftOf } from './dictation.ts';
import { STOP_REASONS } from './model.ts';
import { clockFault, lostDaysOf, missingSections } from './rules.ts';

describe('a dictated text', () => {
  test.each([
    [
      'Vaciamos la losa de la casa 12 con ocho albañiles y 3 ayudantes y una mezcladora.',
      [
        {
          seccion: 'trabajo',
          texto: 'Vaciamos la losa de la casa 12 con ocho albañiles y 3 ayudantes y una mezcladora',
        },
        { seccion: 'personal', texto: 'Albañiles', cantidad: 8 },
        { seccion: 'personal', texto: 'Ayudantes', cantidad: 3 },
        { seccion: 'equipo', texto: 'Mezcladora', cantidad: 1 },
      ],
    ],
    ['Hoy hubo 12 obreros', [{ seccion: 'personal', texto: 'Obreros', cantidad: 12 }]],
    [
      'Llovió de 2 a 4 y paramos',
      [{ seccion: 'paro', texto: 'Llovió de 2 a 4. Paramos', motivo: 'lluvia', horas: 2 }],
    ],
    [
      'llovió dos horas y media',
      [{ seccion: 'paro', texto: 'Llovió dos horas y media', motivo: 'lluvia', horas: 2.5 }],
    ],
    [
      'Repellamos la casa 3 y llovió una hora',
      [
        { seccion: 'trabajo', texto: 'Repellamos la casa 3' },
        { seccion: 'paro', texto: 'Llovió una hora', motivo: 'lluvia', horas: 1 },
      ],
    ],
    [
      'Paramos de 10 a 1 por falta de cemento',
      [{ seccion: 'paro', texto: 'Paramos de 10 a 1 por falta de cemento', motivo: 'material', horas: 3 }],
    ],
    ['Paramos por el permiso', [{ seccion: 'paro', texto: 'Paramos por el permiso', motivo: 'permiso' }]],
    ['No llovió', [{ seccion: 'nota', texto: 'No llovió' }]],
    ['Vino el inspector del municipio', [{ seccion: 'visita', texto: 'Vino el inspector del municipio' }]],
    ['Un ayudante se cayó del andamio', [{ seccion: 'incidente', texto: 'Un ayudante se cayó del andamio' }]],
    ['Se usaron 2.5 m3 de arena', [{ seccion: 'trabajo', texto: 'Se usaron 2.5 m3 de arena' }]],
    ['  \n ', []],
  ])('%s', (said, entries) => {
    expect(draftOf(said)).toEqual(entries);
  });

  test('never fails, and gives only values that an entry accepts', () => {
    const words = fc.constantFrom('llovió', '12', 'albañiles', 'de 2 a 4', 'una grúa', 'paramos', 'y', '.', 'losa', 'horas', 'vino', '0', '9999', 'personas', ','); // prettier-ignore
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ maxLength: 80 }),
          fc.array(words).map((all) => all.join(' ')),
        ),
        (said) => {
          for (const { texto, cantidad = 1, horas = 1, motivo } of draftOf(said)) {
            expect(texto.trim().length).toBeGreaterThan(0);
            expect(cantidad >= 1 && cantidad <= 5000 && Number.isInteger(cantidad)).toBe(true);
            expect(horas >= 0.5 && horas <= 24).toBe(true);
            expect(motivo === undefined || STOP_REASONS.includes(motivo)).toBe(true);
          }
        },
      ),
      { numRuns: deep(100, 3000) },
    );
  });
});

test('a day is lost when rain and stops took half of its hours, for what took most', () => {
  const stop = (fecha: string, motivo: (typeof STOP_REASONS)[number], horas: number) => ({
    fecha,
    motivo,
    horas,
  });
  expect(
    lostDaysOf([
      stop('2026-11-17', 'lluvia', 3.5),
      stop('2026-11-16', 'lluvia', 4),
      stop('2026-11-18', 'lluvia', 2),
      stop('2026-11-18', 'material', 3),
      stop('2026-11-19', 'permiso', 8),
      // Half a Saturday.
      stop('2026-11-21', 'lluvia', 2.5),
    ]),
  ).toEqual([
    { day: '2026-11-16', reason: 'lluvia', told: 'lluvia' },
    { day: '2026-11-18', reason: 'paro', told: 'material' },
    { day: '2026-11-19', reason: 'permiso', told: 'permiso' },
    { day: '2026-11-21', reason: 'lluvia', told: 'lluvia' },
  ]);
});

test('what a day lacks, and how wrong a clock is', () => {
  expect(missingSections(['nota'])).toEqual(['el trabajo hecho', 'el personal']);
  expect(missingSections(['personal', 'trabajo'])).toEqual([]);
  expect([299, 172_800, -3600, -90_000].map(clockFault)).toEqual([
    null,
    '2 días atrasado',
    '1 hora adelantado',
    '1 día adelantado',
  ]);
});
