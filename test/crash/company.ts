import { SENDING_STATES } from '#contract/banking/applications/applicationRules.ts';
import { newKey, openBrowser, type Answer, type CrashBrowser } from './browser.ts';
import { PASSWORD } from './llave.ts';
import type { Ledger } from './ledger.ts';

export interface Company {
  url: string;
  ledger: Ledger;
  models: readonly number[];
  /** Free lots of the models' project that no buyer has requested yet. */
  lots: number[];
  /** Sales that are on their way through banks. */
  mortgages: readonly number[];
  coordinator: CrashBrowser;
  accountant: CrashBrowser;
  admin: CrashBrowser;
}

/** Lots per block; a round takes less than a fifth of it. */
const BLOCK = 100;

/** Signs three colleagues in and creates enough lots for the buyers of all rounds. */
export async function openCompany(url: string, ledger: Ledger, rounds: number): Promise<Company> {
  const [admin, coordinator, accountant] = await Promise.all([
    signIn(url, 'administrador', '10.9.9.1'),
    signIn(url, 'coordinador', '10.9.9.2'),
    signIn(url, 'contabilidad', '10.9.9.3'),
  ]);
  const projects = await admin.get<{ data: { id: number }[] }>('/api/projects/lists');
  const project = projects.data[0]!.id;
  const models = await admin.get<{ data: { id: number }[] }>(
    `/api/sale/project_models/list?proyecto_id=${project}`,
  );
  const applications = await coordinator.get<{ data: { sale: { id: number; state_id: number } }[] }>(
    '/api/sale/bank_applications?per_page=50',
  );
  const mortgages = applications.data
    .filter(({ sale }) => SENDING_STATES.includes(sale.state_id))
    .map(({ sale }) => sale.id);
  const lots: number[] = [];
  for (let block = 0; block * 5 < rounds; block += 1) {
    const name = `G${String.fromCharCode(65 + block)}`;
    const json = { project_id: project, block: name, from: 1, to: BLOCK, type_id: 1, area_m2: 180 };
    const made = await admin.send({ method: 'POST', path: '/api/lotes', body: { json }, key: newKey() });
    lots.push(...demand<{ data: { id: number }[] }>(made, 201).data.map(({ id }) => id));
  }
  return {
    url,
    ledger,
    models: models.data.map(({ id }) => id),
    lots,
    mortgages: [...new Set(mortgages)],
    admin,
    coordinator,
    accountant,
  };
}

async function signIn(url: string, role: string, address: string): Promise<CrashBrowser> {
  const answer = await openBrowser(url, address).send({
    method: 'POST',
    path: '/api/login',
    body: { json: { email: `${role}@demo.llave`, password: PASSWORD, remember: true } },
  });
  return openBrowser(url, address, demand<{ token: string }>(answer, 200).token);
}

/** The body of a response with one of these statuses; throws for any other. */
export function demand<T>({ status, body }: Answer, ...statuses: number[]): T {
  if (!statuses.includes(status)) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return body as T;
}
