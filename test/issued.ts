import { SendIssued } from '#server/modules/money/issuedInvoices/names.ts';
import { sweepIssued } from '#server/modules/money/issuedInvoices/sending.service.ts';
import type { TestApp } from './app.ts';
import { runJobs } from './jobs.ts';

export const ISSUED = '/api/issued_invoices';

/** A series of a company's invoices, as the office opens it. */
export const seriesForm = (companyId: number, over: object = {}) => ({
  company_id: companyId,
  branch: '0000',
  point: '001',
  last_number: 41,
  issues_from: '2026-01-01',
  address: 'Vía España, edificio 1',
  location_code: '8-8-7',
  corregimiento: 'Bella Vista',
  district: 'Panamá',
  province: 'Panamá',
  coordinates: '+8.9892,-79.5201',
  phone: '264-1234',
  email: 'facturas@promotora.test',
  ...over,
});

/** An invoice made by hand. */
export const issuedForm = (companyId: number, over: object = {}) => ({
  company_id: companyId,
  receiver_type: 'ruc',
  receiver_name: 'Comercial & Hijos, S.A.',
  receiver_document: '155612345-2-2015',
  receiver_dv: '59',
  receiver_address: 'Calle 50',
  concept: 'Alquiler de valla',
  lines: [{ description: 'Alquiler <noviembre>', cents: 100_00, rate: 700 }],
  ...over,
});

/** Sends the invoices that wait. Returns how many. */
export const sendIssued = (llave: TestApp) => runJobs(llave, SendIssued);

/** The same after a while: the sweep wakes what waits. */
export async function sendIssuedAfter(llave: TestApp, minutes: number): Promise<void> {
  llave.clock.advance(minutes * 60);
  await llave.act(sweepIssued);
  await sendIssued(llave);
}
