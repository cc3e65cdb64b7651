import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { changeEnvelopeStatus, getEnvelope, sendEnvelopeAgain } from '#contract/legal/envelopes/endpoints.ts';
import type { Envelope } from '#contract/legal/envelopes/model.ts';
import { ENVELOPE, ENVELOPE_DAYS } from '#contract/legal/envelopes/rules.ts';
import { saleName } from '#contract/sales/sale/saleName.ts';
import { call } from '#web/office/lib/call.ts';
import { showInstant } from '#web/office/lib/format.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { refreshed } from '#web/office/lib/refresh.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { ActivityStream } from '#web/office/ui/ActivityStream.tsx';
import { askConfirm } from '#web/office/ui/ask.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { toast } from '#web/office/ui/toast.tsx';
import { SignerCard } from './SignerCard.tsx';

interface Props {
  envelope: Envelope;
  /** Shows another envelope: the one that sends this document again. */
  onOther: (id: number) => void;
}

/** One envelope, in a drawer or inside the page of its record: its state, signers, what can be done, and what happened. */
export function EnvelopePanel({ id, onOther }: { id: number; onOther: Props['onOther'] }) {
  const { data, error } = useQuery(queryOf(getEnvelope, { params: { id } }));
  if (error) throw error;
  return data ? <Body key={id} envelope={data.data} onOther={onOther} /> : <PendingPage />;
}

function Body({ envelope, onOther }: Props) {
  return (
    <Stack gap="md">
      <Group gap="xs">
        <StatePill catalog="envelope" state={envelope.state} />
        <Text size="sm" c="dimmed">
          {envelope.signed_count} de {envelope.signers_count} firmas
        </Text>
        <PageLink to="/oficina/ventas/$id" params={{ id: envelope.sale.id }} size="sm">
          {envelope.name} · {saleName(envelope.sale)}
        </PageLink>
      </Group>
      {envelope.reason && <Alert color="gray" variant="light" title={`Motivo: ${envelope.reason}`} />}
      {envelope.lost && <Alert color="yellow" variant="light" title={envelope.lost} />}
      {!envelope.chain_whole && (
        <Alert
          color="red"
          variant="light"
          title="La cadena de eventos está rota: alguien cambió el registro de este documento."
          role="alert"
        />
      )}
      <Acts envelope={envelope} onOther={onOther} />
      <section>
        <Title order={3} size="h4" mb="xs">
          Firmantes
        </Title>
        <Stack gap="sm" component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
          {envelope.signers.map((signer) => (
            <SignerCard key={signer.id} envelope={envelope} signer={signer} />
          ))}
        </Stack>
      </section>
      <Facts
        narrow
        rows={[
          ...envelope.summary.map(({ label, value }) => [label, value] as const),
          ['Iniciales en cada página', envelope.initials ? 'Sí' : 'No'],
          ['Se envió', <DateText key="opened" instant={envelope.opened_at} />],
          ['Lo envió', envelope.opened_by],
          ['Vence', <DateText key="until" instant={envelope.expires_at} />],
        ]}
      />
      <Group gap="md">
        <Anchor href={envelope.file.url} target="_blank" size="sm">
          Ver el documento
        </Anchor>
        {envelope.sealed && (
          <Anchor href={envelope.sealed.url} target="_blank" size="sm">
            Descargar la copia sellada
          </Anchor>
        )}
      </Group>
      {envelope.looks.length > 0 && (
        <Alert color="yellow" variant="light" title="Un colega vio un código o enlace de esta venta">
          {envelope.looks.map((look) => (
            <Text key={look.at} size="sm">
              {showInstant(look.at)}: {look.by} vio «{look.what}». Motivo: {look.reason}
            </Text>
          ))}
        </Alert>
      )}
      <ActivityStream
        title="Qué pasó"
        error={null}
        onComment={null}
        items={envelope.events.toReversed().map(({ sequence, text, at, actor }) => ({
          id: `evento-${sequence}`,
          kind: 'change' as const,
          who: actor,
          at,
          text,
        }))}
      />
    </Stack>
  );
}

/** Void, close, and send again. */
function Acts({ envelope, onOther }: Props) {
  const actions = useTransitions({
    offers: envelope.transitions,
    status: changeEnvelopeStatus,
    version: envelope.version,
    danger: [ENVELOPE.voided],
  });
  const again = useMutation({
    mutationFn: () =>
      call(sendEnvelopeAgain, { params: { id: envelope.id }, body: { dias: ENVELOPE_DAYS.usual } }),
    onSuccess: ({ data }) => {
      toast.success('Documento enviado otra vez.');
      onOther(data.id);
    },
    onSettled: () => refreshed(),
  });
  const sendAgain = async () => {
    const sure = await askConfirm({
      title: 'Enviar otra vez',
      text: `Los mismos firmantes reciben el documento otra vez y firman todos desde el principio. Tienen ${ENVELOPE_DAYS.usual} días.`,
      confirm: 'Enviar otra vez',
    });
    if (sure) again.mutate();
  };
  const closed =
    envelope.state.id === ENVELOPE.rejected ||
    envelope.state.id === ENVELOPE.expired ||
    envelope.state.id === ENVELOPE.voided;
  return (
    <Group gap="xs">
      {closed && envelope.next_id === null && (
        <ReasonedButton
          whyNot={envelope.again.disabled}
          loading={again.isPending}
          onClick={() => void sendAgain()}
        >
          Enviar otra vez
        </ReasonedButton>
      )}
      {envelope.next_id !== null && (
        <Button variant="default" onClick={() => onOther(envelope.next_id!)}>
          Ver el envío nuevo
        </Button>
      )}
      {actions.map(({ key, label, whyNot, onRun, danger, loading = false }) => (
        <ReasonedButton
          key={key}
          variant={danger ? 'outline' : 'default'}
          whyNot={whyNot}
          onClick={onRun}
          loading={loading}
          {...(danger && { color: 'red' })}
        >
          {label}
        </ReasonedButton>
      ))}
    </Group>
  );
}
