import { expect, test } from 'vitest';
import { NewEntry } from '#contract/works/diary/model.ts';
import { clockOffset, typedOf } from './typed.ts';

test('an entry of the phone is what the server accepts, with the times of its photographs', () => {
  const photo = new File(['x'], 'losa.jpg', { lastModified: Date.parse('2026-11-24T15:00:00Z') });
  const { obra: _, ...typed } = typedOf(
    {
      seccion: 'personal',
      texto: 'Albañiles',
      cantidad: 9,
      contrato_id: null,
      motivo: undefined,
      horas: undefined,
    },
    [photo],
    {
      proyecto_id: 1,
      tipo_contrato_id: 1,
      obra: 'Valle',
      fecha: '2026-11-24',
      desfase_s: 0,
      place: { latitud: 8.9, longitud: -79.6 },
    },
  );
  expect(NewEntry.parse(typed)).toMatchObject({
    cantidad: 9,
    latitud: 8.9,
    tomadas: ['2026-11-24T15:00:00.000Z'],
  });
});

test('a clock counts as wrong from five minutes on', () => {
  const server = '2026-11-24T15:00:00.000Z';
  expect(clockOffset(server, Date.parse(server) + 299_000)).toBe(0);
  expect(clockOffset(server, Date.parse(server) - 172_800_000)).toBe(172_800);
});
