import { panamaDay, panamaTime } from '#contract/dates.ts';
import { electricityBill } from './papers/household.ts';
import { cedulaBack, cedulaFront, passportPage, validityOf } from './papers/identity.ts';
import { paySlip, socialSecuritySlip, workLetter } from './papers/income.ts';
import { paymentProof } from './papers/payment.ts';
import type { Paper } from './papers/person.ts';
import { signature } from './papers/signature.ts';
import type { DemoPerson } from './people.ts';

/** A document with its field in the form. */
export type DemoPaper = Paper & { type: string };

const as = async (type: string, paper: Promise<Paper>): Promise<DemoPaper> => ({ ...(await paper), type });

/** A person's documents on a day: identity, income (unless paid in cash), address, signature; only the first `most`. */
export function papersOf(person: DemoPerson, day: string, most = Infinity): Promise<DemoPaper[]> {
  const validity = validityOf(person, day);
  const identity = person.tipo_documento === 'pasaporte' ? passportPage : cedulaFront;
  const all = [
    () => as('archivo_cedula', identity(person, validity)),
    () => as('archivo_cedula_reverso', cedulaBack(person, validity)),
    ...(person.forma_pago === 'contado'
      ? []
      : [
          () => as('ficha', socialSecuritySlip(person, day)),
          () => as('talonario', paySlip(person, day)),
          () => as('carta_trabajo', workLetter(person, day)),
        ]),
    () => as('recibo', electricityBill(person, day)),
    () => as('archivo_firma', signature(person)),
  ];
  return Promise.all(all.slice(0, most).map((draw) => draw()));
}

export interface Transfer {
  centavos: number;
  reference: string;
  now: Date;
}

/** The screenshot of a transfer that pays the separation. */
export const proofOf = (person: DemoPerson, { centavos, reference, now }: Transfer): Promise<Paper> =>
  paymentProof(person, {
    via: Number(reference) % 3 === 0 ? 'yappy' : 'ach',
    centavos,
    dia: panamaDay(now),
    hora: panamaTime(now),
    referencia: reference,
    beneficiario: 'Promotora Valle Sereno, S.A.',
    concepto: 'Separación',
  });
