import { addDays, addMonths, panamaDay } from '#contract/dates.ts';
import { ADDENDUM } from '#contract/legal/addenda/rules.ts';
import type { Change } from '#contract/legal/addenda/change.ts';
import { changeAddendumState, createAddendum } from '#server/modules/legal/addenda/addenda.service.ts';
import { standingOf } from '#server/modules/legal/addenda/standing.service.ts';
import { signAll } from './signing.ts';
import type { At } from './telling.ts';

const FENCE_CENTS = 85_000;

/** Two addenda of a signed promise: the delivery that moved, signed and applied, and improvements that a lawyer reviews. */
export async function makeAddenda(at: At, saleId: number, representativeId: number): Promise<void> {
  const begin = async (hoursAgo: number, cambio: Change, motivo: string) => {
    const firmar_hasta = addDays(panamaDay(at(0).now), 15);
    const form = { cambio, motivo, firmar_hasta, representante_id: representativeId };
    const id = await createAddendum(at(hoursAgo), saleId, form);
    await changeAddendumState(at(hoursAgo - 1), id, { estado_id: ADDENDUM.inReview });
    return id;
  };
  const before = await standingOf(at(0).db, saleId);
  const entrega = addMonths(before.deliveryOn ?? panamaDay(at(0).now), 2);
  const moved = await begin(
    34,
    { tipo: 'prorroga', entrega },
    'Las lluvias de octubre atrasaron la infraestructura.',
  );
  await changeAddendumState(at(32), moved, { estado_id: ADDENDUM.signing });
  await signAll(at, 'adenda', moved, 26);
  await begin(
    12,
    {
      tipo: 'modelo',
      modelo_id: before.model.id,
      mejoras: 'Cerca de bloques en el patio de atrás.',
      precio_centavos: before.priceCents + FENCE_CENTS,
    },
    'El cliente la pidió y aceptó su costo.',
  );
}
