import { extendSeparation, vouchForBuyer } from '#contract/sales/board/boardEndpoints.ts';
import { sendSaleLink } from '#contract/sales/sale/endpoints.ts';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import { PROMISING_SALES } from '#contract/legal/promises/rules.ts';
import { ENDED_STATES, SALE } from '#contract/sales/sale/rules.ts';
import { hasWithdrawalLetter, WITHDRAWAL_LETTER } from '#contract/sales/ending/withdrawal.ts';
import type { SaleRecord } from '#contract/sales/sale/model.ts';
import { useAction } from '#web/office/lib/query.ts';
import { useReasons } from '#web/office/lib/formLists.ts';
import { useCan } from '#web/office/lib/session.ts';
import { askReason } from '#web/office/ui/ask.tsx';
import type { RecordAction } from '#web/office/ui/RecordPage.tsx';
import { useDrawer } from '#web/office/lib/useDrawer.ts';

/** The drawers of a sale's forms. */
export const useForms = () => ({
  edit: useDrawer('editar'),
  lot: useDrawer('lote'),
  processor: useDrawer('procesador'),
  adviser: useDrawer('asesor'),
  lawyer: useDrawer('abogado'),
});

/**
 * Orders the actions; the first step is the main button: one that is possible now, else a blocked one with what it
 * lacks. "Documents missing" counts only if it is possible; withdrawing and editing are never the main button.
 */
export function nextFirst(steps: readonly RecordAction[], others: readonly RecordAction[]): RecordAction[] {
  const leadsTo = ({ key }: RecordAction, state: number) => key.startsWith(`${state}-`);
  const aside = steps.filter(
    (one) => leadsTo(one, SALE.withdrawn) || (leadsTo(one, SALE.papersMissing) && one.whyNot !== null),
  );
  const ahead = steps.filter((one) => !aside.includes(one));
  const openFirst = (list: readonly RecordAction[]) => [
    ...list.filter(({ whyNot }) => whyNot === null),
    ...list.filter(({ whyNot }) => whyNot !== null),
  ];
  const letter = others.filter(({ key }) => key === 'letter' || key.startsWith('rescission'));
  const usual = others.filter((one) => !letter.includes(one));
  const never = [...openFirst(usual), ...letter, ...aside].map((one) => ({ ...one, aside: true }));
  return [...openFirst(ahead), ...never];
}

/** Steps in other parts of the sale's page: review documents, verify a payment, apply to banks, refund. */
export function useSteps(
  sale: SaleRecord | undefined,
  patch: (search: Record<string, unknown>) => void,
): RecordAction[] {
  const reviews = useCan('documentos.aprobar');
  const verifies = useCan('pagos.aprobar');
  const asksBanks = useCan('tramites.crear');
  const refunds = useCan('pagos.editar');
  const writesPromises = useCan('legal.crear');
  if (!sale) return [];
  const { to_review } = sale.papers;
  const working = sale.state.id === SALE.inReview || sale.state.id === SALE.papersMissing;
  const waiting = sale.payments.find(
    ({ state }) => state.id === PAYMENT.reported || state.id === PAYMENT.verifying,
  );
  return [
    ...(reviews && working && to_review > 0
      ? [
          {
            key: 'review',
            label: to_review === 1 ? 'Revisar 1 documento' : `Revisar ${to_review} documentos`,
            whyNot: null,
            onRun: () => patch({ tab: 'papeles', papel: 'siguiente' }),
          },
        ]
      : []),
    ...(verifies && waiting
      ? [
          {
            key: 'pay',
            label: 'Verificar el pago',
            whyNot: null,
            onRun: () => patch({ tab: 'pagos', papel: undefined, pago: waiting.id }),
          },
        ]
      : []),
    ...(asksBanks && sale.state.id === SALE.complete && sale.form.forma_pago === 'hipoteca'
      ? [
          {
            key: 'banks',
            label: 'Pedir a los bancos',
            whyNot: null,
            onRun: () => patch({ tab: 'bancos', papel: undefined }),
          },
        ]
      : []),
    ...(writesPromises && sale.turn === 'legal' && PROMISING_SALES.some((one) => one === sale.state.id)
      ? [
          {
            key: 'promise',
            label: sale.next,
            whyNot: null,
            // The form opens where a promise may be generated now.
            onRun: () => patch({ tab: 'promesa', papel: undefined, abrir: 'promesa' }),
          },
        ]
      : []),
    ...(refunds && sale.turn === 'contabilidad' && ENDED_STATES.some((one) => one === sale.state.id)
      ? [
          {
            key: 'refund',
            label: 'Devolver lo pagado',
            whyNot: null,
            onRun: () => patch({ tab: 'pagos', papel: undefined, devolver: 1 }),
          },
        ]
      : []),
  ];
}

/** The actions besides the transitions. An action that the sale does not offer is hidden. */
export function useSaleActions(
  sale: SaleRecord | undefined,
  form: ReturnType<typeof useForms>,
): RecordAction[] {
  const link = useAction(sendSaleLink, { success: ({ success }) => success });
  const more = useAction(extendSeparation, {
    success: 'Separación extendida 15 días.',
  });
  const known = useAction(vouchForBuyer, {
    success: 'Cliente confirmado: su lote se guarda el tiempo normal.',
  });
  const withdraws = useCan('ventas.anular');
  const reasons = useReasons('motivos_desistimiento');
  if (!sale) return [];
  const showLetter = async () => {
    const motivo = await askReason({
      title: 'Carta de desistimiento',
      text: 'Se abre en PDF para que la firmen los compradores. Firmada, súbela entre los documentos de la venta.',
      label: 'Motivo que dirá la carta',
      required: false,
      confirm: 'Abrir la carta',
      suggestions: reasons,
    });
    if (motivo === null) return;
    const asked = motivo ? `?${new URLSearchParams({ motivo }).toString()}` : '';
    window.open(`${WITHDRAWAL_LETTER.replace(':id', String(sale.id))}${asked}`, '_blank', 'noopener');
  };
  const sayKnown = async () => {
    const motivo = await askReason({
      title: 'Confirmar al cliente',
      text: 'Úsalo cuando sabes que es quien dice ser. Su lote se guarda el tiempo normal aunque no haya escrito el código.',
      label: '¿Cómo lo sabes?',
      required: true,
      confirm: 'Confirmar',
    });
    if (motivo) known.mutate({ params: { id: sale.id }, body: { motivo, version: sale.version } });
  };
  const askForMore = async () => {
    const motivo = await askReason({
      title: 'Extender la separación',
      text: 'Se extiende una sola vez, por 15 días. El cliente recibe un correo.',
      label: 'Motivo',
      required: true,
      confirm: 'Extender',
    });
    if (motivo) more.mutate({ params: { id: sale.id }, body: { motivo, version: sale.version } });
  };
  const { edit, edit_terms, lot, processor, adviser, lawyer, extend, vouch } = sale.actions;
  const mayLink = sale.actions.link;
  const list: (RecordAction | null | false)[] = [
    (edit ?? edit_terms) && {
      key: 'edit',
      label: 'Editar datos',
      whyNot: (edit ?? edit_terms)!.disabled,
      onRun: () => form.edit.open(),
    },
    lot && {
      key: 'lot',
      label: sale.lot ? 'Cambiar lote' : 'Elegir lote',
      whyNot: lot.disabled,
      onRun: () => form.lot.open(),
    },
    processor && {
      key: 'processor',
      label: 'Cambiar de procesador',
      whyNot: processor.disabled,
      onRun: () => form.processor.open(),
    },
    adviser && {
      key: 'adviser',
      label: 'Asignar asesor',
      whyNot: adviser.disabled,
      onRun: () => form.adviser.open(),
    },
    lawyer && {
      key: 'lawyer',
      label: 'Asignar abogado',
      whyNot: lawyer.disabled,
      onRun: () => form.lawyer.open(),
    },
    vouch && {
      key: 'vouch',
      label: 'Confirmar al cliente',
      whyNot: vouch.disabled,
      loading: known.isPending,
      onRun: () => void sayKnown(),
    },
    extend && {
      key: 'extend',
      label: 'Extender la separación',
      whyNot: extend.disabled,
      loading: more.isPending,
      onRun: () => void askForMore(),
    },
    mayLink && {
      key: 'link',
      label: 'Enviar enlace al cliente',
      whyNot: mayLink.disabled,
      loading: link.isPending,
      onRun: () => link.mutate({ params: { id: sale.id } }),
    },
    withdraws &&
      hasWithdrawalLetter(sale.state.id) && {
        key: 'letter',
        label: 'Carta de desistimiento',
        whyNot: null,
        onRun: () => void showLetter(),
      },
  ];
  return list.filter((one) => one !== null && one !== false);
}
