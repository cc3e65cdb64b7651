import { expect, test } from 'vitest';
import { readDocument } from '#contract/identity.ts';
import { cedulaBack, cedulaFront, passportPage, validityOf } from './papers/identity.ts';
import { electricityBill } from './papers/household.ts';
import { paySlip, socialSecuritySlip, workLetter } from './papers/income.ts';
import { paymentProof } from './papers/payment.ts';
import type { Paper } from './papers/person.ts';
import { signature } from './papers/signature.ts';
import { demoPeople } from './people.ts';

const people = demoPeople(96, 2026);

test('96 people have different, valid names, documents and phone numbers', () => {
  for (const key of ['nombre', 'cedula', 'celular'] as const)
    expect(new Set(people.map((p) => p[key])).size).toBe(96);
  for (const p of people) {
    expect(readDocument(p.tipo_documento, p.cedula)).toBe(p.cedula);
    expect(p.celular).toMatch(/^\+5076\d{7}$/);
    expect(p.estatus_laboral === null).toBe(p.sector === 'Independiente' || p.sector === 'Jubilado');
    for (const member of p.familia)
      if (member.cedula) expect(readDocument('cedula', member.cedula)).toBe(member.cedula);
  }
  expect(new Set(people.map((p) => p.sector)).size).toBe(4);
  expect(demoPeople(96, 2026)).toEqual(people);
});

const START: Record<Paper['mime'], string> = {
  'image/jpeg': 'ffd8ff',
  'image/png': '89504e47',
  'application/pdf': '25504446',
};

test('every document is a complete file of its declared type, for each sector', async () => {
  const day = '2026-03-09';
  const buyers = ['Público', 'Privado', 'Independiente', 'Jubilado'].map((s) =>
    people.find((p) => p.sector === s)!,
  );
  for (const p of buyers) {
    const valid = validityOf(p, day);
    const papers = await Promise.all([
      cedulaFront(p, valid), cedulaBack(p, valid), passportPage(p, valid), socialSecuritySlip(p, day), paySlip(p, day),
      workLetter(p, day), electricityBill(p, day), signature(p),
      paymentProof(p, { via: 'yappy', centavos: 50_000, dia: day, hora: '10:42', referencia: 'YP-1', beneficiario: 'Promotora Valle Sereno', concepto: 'Separación' }),
    ]); // prettier-ignore
    for (const { bytes, mime, name } of papers) {
      expect(bytes.toString('hex', 0, 8).startsWith(START[mime])).toBe(true);
      expect(bytes.length).toBeGreaterThan(1500);
      expect(bytes.length).toBeLessThan(150_000);
      expect(name).toMatch(/^[a-z0-9-]+\.(?:jpg|png|pdf)$/);
    }
  }
});
