import { APPLICATION } from '#contract/company/catalogs/states.ts';
import { addDays, panamaDay } from '#contract/dates.ts';
import { fileOf, makePicture } from '#test/papers.ts';
import { newKey, type Fields, type Sending } from './browser.ts';
import { demand, type Company } from './company.ts';

interface BankApplication {
  id: number;
  version: number;
  chosen: boolean;
  state: { id: number };
  bank: { id: number };
  requested_centavos: number;
}
interface SaleBanks {
  applications: BankApplication[];
  offered: { id: number }[];
  to_finance_centavos: number;
}

let steps = 0;
const base = '/api/sale/bank_applications';

/** What a bank says next of an application in each state; `turn` varies the way. */
function nextState(state: number, turn: number): number {
  switch (state) {
    case APPLICATION.toSend:
      return APPLICATION.sent;
    case APPLICATION.analysis:
      return turn % 3 === 0 ? APPLICATION.morePapers : APPLICATION.preapproved;
    case APPLICATION.preapproved:
      return APPLICATION.approved;
    default:
      return APPLICATION.analysis;
  }
}

/**
 * Takes an application of some sale one step further: to the bank, its answer, the letter, its extension, then another bank. A
 * job may have moved it since it was read, which is a clean 409 or 422.
 */
export async function lend({ ledger, coordinator, mortgages }: Company): Promise<void> {
  steps += 1;
  const saleId = mortgages[steps % mortgages.length]!;
  const ofSale = `/api/sale/precontracts/${saleId}/bank_applications`;
  const { data: banks } = await ledger.through(() => coordinator.get<{ data: SaleBanks }>(ofSale));
  const send = async (method: 'POST' | 'PATCH', path: string, body: Sending['body']) => {
    const key = method === 'POST' ? { key: newKey() } : {};
    return demand(await ledger.write(coordinator, { method, path, body, ...key }), 200, 201, 409, 422);
  };
  const live = banks.applications.filter(
    ({ state }) => state.id !== APPLICATION.withdrawn && state.id !== APPLICATION.rejected,
  );
  const free = banks.offered.find(({ id }) => live.every(({ bank }) => bank.id !== id));
  const one = live[Math.floor(steps / mortgages.length) % Math.max(1, live.length)];
  if (!one || (live.length < 2 && free)) {
    if (free)
      await send('POST', ofSale, {
        json: { banco_id: free.id, monto_centavos: banks.to_finance_centavos, plazo_meses: 360 },
      });
    return;
  }
  const path = `${base}/${one.id}`;
  const today = panamaDay(new Date());
  const paper = async (name: string) => fileOf(await makePicture({ n: steps }), `${name}.png`);
  if (one.state.id === APPLICATION.approved) {
    const letter: Fields = {
      numero: `CP-${steps}`,
      monto: (one.requested_centavos / 100).toFixed(2),
      tasa: '6.25',
      plazo_meses: '360',
      emision: today,
      vencimiento: addDays(today, 90),
      elegir: '1',
      carta: await paper('carta'),
    };
    await send('POST', `${path}/letter`, { form: letter });
  } else if (one.state.id === APPLICATION.letterExpired) {
    const extension: Fields = {
      resultado: 'concedida',
      vencimiento: addDays(today, 60 + (steps % 100)),
      prorroga: await paper('prorroga'),
    };
    await send('POST', `${path}/letter/extensions/answer`, { form: extension });
  } else if (one.state.id === APPLICATION.letter && one.chosen) {
    await send('POST', `${path}/letter/extensions`, { json: { motivo: 'La escritura tarda.' } });
  } else {
    const estado_id =
      one.state.id === APPLICATION.letter ? APPLICATION.withdrawn : nextState(one.state.id, steps);
    const params = {
      estado_id,
      version: one.version,
      motivo: 'Lo dijo el banco.',
      ...(estado_id === APPLICATION.sent && { pese_a: 'El documento llega esta semana.' }),
    };
    await send('PATCH', `${path}/status`, { json: { params } });
  }
  await send('POST', `${path}/contacts`, { json: { canal: 'llamada', nota: `Llamada ${steps}` } });
}
