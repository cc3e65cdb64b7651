import { Alert, NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { formatMoney, formatPercent } from '#contract/money.ts';
import {
  convertQuote,
  decideDiscount,
  getQuote,
  quotePdfPath,
  sendQuote,
  voidQuote,
} from '#contract/sales/quotes/endpoints.ts';
import { showPhone } from '#contract/phone.ts';
import type { QuoteRecord } from '#contract/sales/quotes/model.ts';
import { RecordTalk } from '#web/office/features/company/comments/RecordTalk.tsx';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { ActivityStream } from '#web/office/ui/ActivityStream.tsx';
import { askConfirm, askReason } from '#web/office/ui/ask.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { ErrorTable } from '#web/office/ui/ErrorTable.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { RecordPage, type RecordAction } from '#web/office/ui/RecordPage.tsx';
import { OutcomeView } from './OutcomeView.tsx';
import { QuoteDrawer } from './QuoteDrawer.tsx';
import { QuoteStatePill } from './QuoteStatePill.tsx';
import { SentDialog } from './SentDialog.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { useDrawer } from '#web/office/lib/useDrawer.ts';

/** One quote: its offer, its versions and its actions. */
export function QuotePage({
  id,
  tab,
  version,
}: {
  id: number;
  tab?: string | undefined;
  version?: number | undefined;
}) {
  const patch = usePatchSearch();
  const query = useQuery(queryOf(getQuote, { params: { id } }));
  const quote = query.data?.data;
  const revising = useDrawer('version');
  const [sent, setSent] = useState<{ url: string; whatsapp: string | null; success: string } | null>(null);
  const { actions, error } = useQuoteActions(quote, { onRevise: () => revising.open(), onSent: setSent });
  if (query.error) throw query.error;
  if (!quote) return <PendingPage />;
  return (
    <>
      <RecordPage
        of={['proforma', quote.id]}
        title={quote.code}
        subtitle={`${quote.person.name} · ${quote.model.name} · ${quote.project.name}`}
        state={<QuoteStatePill state={quote.state} />}
        turn={null}
        facts={[
          { label: 'Precio', value: <MoneyText centavos={quote.price_centavos} /> },
          {
            label: 'Letra',
            value:
              quote.monthly_centavos === null ? 'Contado' : <MoneyText centavos={quote.monthly_centavos} />,
          },
          { label: 'Lote', value: quote.lot?.lote ?? 'Por elegir' },
          { label: 'Vale hasta', value: <DateText day={quote.valid_until} /> },
          { label: 'Asesor', value: quote.adviser?.name ?? 'Sin asesor' },
          {
            label: 'El cliente',
            value: quote.accepted_at ? (
              <>
                La aceptó el <DateText instant={quote.accepted_at} dayOnly />
              </>
            ) : quote.opened_at ? (
              `La abrió ${quote.opens === 1 ? 'una vez' : `${quote.opens} veces`}`
            ) : (
              'No la ha abierto'
            ),
          },
        ]}
        actions={actions}
        tab={tab ?? 'proforma'}
        onTab={(key) => patch({ tab: key, version: undefined })}
        tabs={[
          {
            key: 'proforma',
            label: 'Proforma',
            content: (
              <Stack gap="md">
                <ErrorTable error={error} />
                {quote.void_reason && (
                  <Alert color="red" variant="light" title={`Anulada: ${quote.void_reason}`} />
                )}
                <Version quote={quote} number={version} onNumber={(number) => patch({ version: number })} />
              </Stack>
            ),
          },
          { key: 'datos', label: 'Cliente y condiciones', content: <Conditions quote={quote} /> },
          ...(quote.discounts.length > 0
            ? [
                {
                  key: 'descuentos',
                  label: 'Descuentos',
                  count: quote.discounts.length,
                  content: <Discounts quote={quote} />,
                },
              ]
            : []),
        ]}
        activity={
          <>
            <ActivityStream
              error={null}
              onComment={null}
              items={quote.history.map((one, at) => ({
                id: at,
                kind: 'change' as const,
                who: one.who ?? 'Sistema',
                at: one.at,
                text: one.from === one.to ? 'La envió otra vez' : 'Cambió el estado',
                from: one.from,
                to: one.to,
                reason: one.reason,
              }))}
            />
            <RecordTalk reference="proforma" id={quote.id} />
          </>
        }
      />
      {revising.opened && (
        <QuoteDrawer
          revises={quote}
          onClose={revising.close}
          onMade={() => patch({ abrir: undefined, version: undefined })}
        />
      )}
      {sent && <SentDialog sent={sent} onClose={() => setSent(null)} />}
    </>
  );
}

/** One version, with its results as saved. */
function Version({
  quote,
  number,
  onNumber,
}: {
  quote: QuoteRecord;
  number: number | undefined;
  onNumber: (number: number | undefined) => void;
}) {
  const shown = quote.versions.find((one) => one.number === number) ?? quote.versions[0]!;
  const { snapshot, result } = shown;
  return (
    <>
      {quote.versions.length > 1 && (
        <NativeSelect
          label="Versión"
          w={320}
          data={quote.versions.map((one) => ({
            value: String(one.number),
            label: `${one.number} · ${formatMoney(one.result.price_centavos)} · ${one.created_by}`,
          }))}
          value={String(shown.number)}
          onChange={(event) => {
            const chosen = Number(event.currentTarget.value);
            onNumber(chosen === quote.number ? undefined : chosen);
          }}
        />
      )}
      <OutcomeView
        result={result}
        months={snapshot.terms.plazo_meses}
        model={{ name: snapshot.model.name, cents: snapshot.model_centavos }}
        lot={snapshot.lot && { name: snapshot.lot.name, cents: snapshot.lot_premium_centavos }}
        extras={snapshot.terms.extras}
      />
    </>
  );
}

const yes = (value: boolean) => (value ? 'Sí' : 'No');

function Conditions({ quote }: { quote: QuoteRecord }) {
  const { snapshot } = quote.versions[0]!;
  const { terms } = snapshot;
  return (
    <Facts
      rows={[
        ['Cliente', quote.person.name],
        ['Celular', showPhone(quote.phone)],
        ['Correo', quote.email],
        [
          'Pre-contrato',
          quote.sale && (
            <PageLink to="/oficina/ventas/$id" params={{ id: quote.sale.id }}>
              {quote.sale.code ?? 'Borrador'}
            </PageLink>
          ),
        ],
        ['Banco', snapshot.bank],
        ['Tasa del banco', formatPercent(terms.tasa_percent)],
        ['Plazo', `${terms.plazo_meses} meses`],
        ['Ingreso familiar', terms.ingreso_centavos === null ? null : formatMoney(terms.ingreso_centavos)],
        ['Otras deudas al mes', formatMoney(terms.deudas_centavos)],
        ['Vivienda principal', yes(terms.vivienda_principal)],
        ['Sin otra vivienda', yes(terms.primera_vivienda)],
        ['Panameño o residente', yes(terms.residente)],
        ['Región', String(snapshot.region)],
        ['FECI', yes(terms.feci)],
        ['Nota para el cliente', terms.nota],
      ]}
    />
  );
}

function Discounts({ quote }: { quote: QuoteRecord }) {
  return (
    <ShortTable
      label="Descuentos"
      rows={quote.discounts}
      rowId={({ number }) => number}
      columns={[
        { title: 'Versión', render: ({ number }) => number },
        {
          title: 'Descuento',
          align: 'right',
          render: (one) => `${formatMoney(one.discount_centavos)} (${formatPercent(one.discount_percent)})`,
        },
        { title: 'Lo pidió', render: ({ asked_by, reason }) => `${asked_by}: ${reason}` },
        {
          title: 'Respuesta',
          render: ({ approved, decided_by, answer }) =>
            approved === null
              ? 'En espera'
              : `${approved ? 'Aprobado' : 'Rechazado'} por ${decided_by ?? ''}${answer ? `: ${answer}` : ''}`,
        },
      ]}
    />
  );
}

interface Opens {
  onRevise: () => void;
  onSent: (sent: { url: string; whatsapp: string | null; success: string }) => void;
}

/** The quote's actions, ordered: the next step first. */
function useQuoteActions(quote: QuoteRecord | undefined, { onRevise, onSent }: Opens) {
  const navigate = useNavigate();
  const touched = { inline: true } as const;
  const send = useAction(sendQuote, touched);
  const decide = useAction(decideDiscount, { ...touched, success: 'Respuesta guardada.' });
  const cancel = useAction(voidQuote, { ...touched, success: 'Proforma anulada.' });
  const convert = useAction(convertQuote, {
    success: 'Pre-contrato creado.',
    inline: true,
  });
  const error = send.error ?? decide.error ?? cancel.error ?? convert.error;
  if (!quote) return { actions: [], error };
  const { id, version, actions: may } = quote;
  const params = { id };
  const refuse = async () => {
    const motivo = await askReason({
      title: 'Rechazar el descuento',
      text: 'Quien lo pidió recibe el motivo.',
      label: 'Motivo',
      required: true,
      confirm: 'Rechazar',
      danger: true,
    });
    if (motivo) decide.mutate({ params, body: { aprobar: false, motivo, version } });
  };
  const toSale = async () => {
    const sure = await askConfirm({
      title: 'Convertir en pre-contrato',
      text: `Queda con ${formatMoney(quote.price_centavos)}${quote.lot ? ` y el lote ${quote.lot.lote} apartado` : ''}.`,
      confirm: 'Convertir',
    });
    if (sure)
      convert.mutate(
        { params, body: { version } },
        {
          onSuccess: ({ data }) => void navigate({ to: '/oficina/ventas/$id', params: { id: data.sale_id } }),
        },
      );
  };
  const undo = async () => {
    const motivo = await askReason({
      title: 'Anular la proforma',
      text: 'Su enlace deja de abrir.',
      label: 'Motivo',
      required: true,
      confirm: 'Anular proforma',
      danger: true,
    });
    if (motivo) cancel.mutate({ params, body: { motivo, version } });
  };
  const list: (RecordAction | null)[] = [
    may.decide && {
      key: 'approve',
      label: 'Aprobar descuento',
      whyNot: may.decide.disabled,
      loading: decide.isPending,
      onRun: () => decide.mutate({ params, body: { aprobar: true, motivo: '', version } }),
    },
    may.decide && { key: 'refuse', label: 'Rechazar descuento', whyNot: null, onRun: () => void refuse() },
    may.send && {
      key: 'send',
      label: quote.sent_at ? 'Enviar otra vez' : 'Enviar al cliente',
      whyNot: may.send.disabled,
      loading: send.isPending,
      onRun: () => send.mutate({ params, body: { version } }, { onSuccess: onSent }),
    },
    may.convert && {
      key: 'convert',
      label: 'Convertir en pre-contrato',
      whyNot: may.convert.disabled,
      loading: convert.isPending,
      onRun: () => void toSale(),
    },
    may.revise && { key: 'revise', label: 'Nueva versión', whyNot: may.revise.disabled, onRun: onRevise },
    {
      key: 'pdf',
      label: 'Abrir en PDF',
      whyNot: null,
      onRun: () => void window.open(quotePdfPath(id), '_blank', 'noopener'),
    },
    may.cancel && {
      key: 'cancel',
      label: 'Anular',
      whyNot: may.cancel.disabled,
      danger: true,
      onRun: () => void undo(),
    },
  ];
  const there = list.filter((one) => one !== null);
  // A sent quote becomes a sale next; cancelling comes last.
  const rank = ({ key, whyNot }: RecordAction) =>
    (whyNot === null || key === 'approve' ? 0 : 10) +
    (key === 'convert' && quote.sent_at ? -1 : 0) +
    (key === 'cancel' ? 20 : 0);
  return { actions: there.toSorted((a, b) => rank(a) - rank(b)), error };
}
