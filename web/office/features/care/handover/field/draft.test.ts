import { expect, test } from 'vitest';
import { InspectionData, type FieldHandover } from '#contract/care/handover/model.ts';
import { DEFAULT_ROOMS } from '#contract/care/handover/template.ts';
import { beginDraft, draftOf, missingIn, sentOf, type Draft } from './draft.ts';

const handover: FieldHandover = {
  id: 1,
  code: 'EN-2026-00001',
  state: { id: 1, name: 'Programada' },
  name: 'Lía Mora',
  project: 'Valle',
  house: 'Casa A-01',
  model: 'Guayacán',
  scheduled_on: '2026-11-26',
  rooms: [...DEFAULT_ROOMS],
  open: [{ room: 'Baño', point: 'Ducha y desagüe', text: 'Gotea', severity: 'grave' }],
  meters: [{ kind: 'luz', number: 'L-1' }],
  keys: [{ nombre: 'Puerta principal', cantidad: 3 }],
};
const photo = (name: string) => new File(['x'], name, { type: 'image/jpeg' });
const answered = (): Draft => {
  const draft = beginDraft(handover);
  return {
    ...draft,
    puntos: draft.puntos.map((one) => ({ ...one, resultado: 'bien' as const })),
    medidores: draft.medidores.map((one) => ({ ...one, numero: 'M-1', lectura: 4 })),
    respuesta: 'conforme',
  };
};

test('nothing is kept before every point, meter and key has its answer', () => {
  const draft = beginDraft(handover);
  expect(missingIn(draft)).toMatchObject({
    at: 0,
    text: expect.stringMatching(/^Falta responder \d+ puntos/),
  });
  expect(draft.puntos.find(({ texto }) => texto === 'Gotea')).toMatchObject({
    gravedad: 'grave',
    resultado: null,
  });
  expect(missingIn({ ...answered(), medidores: draft.medidores })?.at).toBe('medidores');
  expect(missingIn({ ...answered(), llaves: [] })?.at).toBe('llaves');
  expect(missingIn({ ...answered(), respuesta: 'pendientes' })?.text).toMatch(/conforme/);
  expect(missingIn(answered())).toBeNull();
});

test('a refusal needs its reason alone, and gives no keys', () => {
  const refused: Draft = { ...answered(), respuesta: 'rechaza', medidores: beginDraft(handover).medidores };
  expect(missingIn(refused)?.at).toBe('motivo');
  const { datos } = sentOf({ ...refused, motivo: 'Falta un vidrio' }, '2026-11-26');
  expect(InspectionData.parse(datos)).toMatchObject({
    respuesta: 'rechaza',
    llaves: [],
    motivo: 'Falta un vidrio',
  });
});

test('each photograph keeps its point through sending and correcting', () => {
  const draft = answered();
  draft.puntos[0] = {
    ...draft.puntos[0]!,
    resultado: 'observado',
    texto: 'Mancha',
    fotos: [photo('a'), photo('b')],
  };
  draft.puntos[3] = { ...draft.puntos[3]!, resultado: 'observado', texto: 'Raya', fotos: [photo('c')] };
  draft.medidores[1] = { ...draft.medidores[1]!, fotos: [photo('d')] };
  const { datos, fotos } = sentOf({ ...draft, respuesta: 'pendientes' }, '2026-11-26');
  expect(InspectionData.safeParse(datos).success).toBe(true);
  expect(fotos.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
  const again = draftOf(datos, fotos);
  expect(again.puntos[3]!.fotos.map(({ name }) => name)).toEqual(['c']);
  expect(again.medidores[1]!.fotos.map(({ name }) => name)).toEqual(['d']);
  expect(sentOf(again, '2026-11-26').datos).toEqual(datos);
});
