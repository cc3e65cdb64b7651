import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { Answer } from '#contract/endpoint.ts';
import { changeSealStatus, type getSeal } from '#contract/legal/seals/endpoints.ts';
import type { Seal } from '#contract/legal/seals/model.ts';
import { SEAL, SEAL_LEVELS, type SealLevel } from '#contract/legal/seals/rules.ts';
import { saleName } from '#contract/sales/sale/saleName.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';

const TONES = ['neutral', 'progress', 'positive', 'negative'] as const;

export const SealState = ({ seal: { state, fault } }: { seal: Pick<Seal, 'state' | 'fault'> }) => (
  <StatePill
    tone={fault && state.id === SEAL.waiting ? 'attention' : (TONES[state.id] ?? 'neutral')}
    label={state.name}
  />
);

/** One seal: its files, its certificate, its history and how to try again. */
export function SealCard({ seal }: { seal: Answer<typeof getSeal>['data'] }) {
  const steps = useTransitions({
    offers: seal.transitions,
    version: seal.version,
    status: changeSealStatus,
  });
  return (
    <Stack gap="md">
      <Group gap="sm">
        <SealState seal={seal} />
        {seal.level && (
          <Text size="sm" c="dimmed">
            PAdES {SEAL_LEVELS[seal.level as SealLevel]}
          </Text>
        )}
      </Group>
      {seal.fault && (
        <Alert
          color={seal.state.id === SEAL.failed ? 'red' : 'yellow'}
          variant="light"
          title={seal.fault.text}
        >
          {seal.fault_detail && <Text size="sm">{seal.fault_detail}</Text>}
          {seal.next_try_at && (
            <Text size="sm">
              Se intenta otra vez solo desde <DateText instant={seal.next_try_at} />.
            </Text>
          )}
        </Alert>
      )}
      {!seal.chain_whole && (
        <Alert color="red" variant="light" title="La cadena de eventos está rota">
          La evidencia cambió después de firmarse. No entregues este documento: avisa a quien cuida el
          sistema.
        </Alert>
      )}
      {seal.sale && (
        <PageLink to="/oficina/ventas/$id" params={{ id: seal.sale.id }}>
          Ver la venta {saleName(seal.sale)}
        </PageLink>
      )}
      <Group gap="xs">
        {seal.file_url && (
          <Button component="a" href={seal.file_url} target="_blank" rel="noreferrer">
            Ver el PDF sellado
          </Button>
        )}
        <Button component="a" href={seal.source_url} target="_blank" rel="noreferrer" variant="default">
          Ver lo firmado
        </Button>
        {seal.bundle_url && (
          <Button component="a" href={seal.bundle_url} variant="default">
            Descargar expediente
          </Button>
        )}
        {seal.sealed_at && (
          <Button component="a" href={seal.verify_url} target="_blank" rel="noreferrer" variant="default">
            Página de verificación
          </Button>
        )}
        {steps.map((step) => (
          <ReasonedButton
            key={step.key}
            whyNot={step.whyNot}
            loading={step.loading ?? false}
            onClick={step.onRun}
          >
            {step.label}
          </ReasonedButton>
        ))}
      </Group>
      <Facts
        narrow
        rows={[
          ['Código', seal.code],
          ['Pedido', <DateText key="pedido" instant={seal.requested_at} />],
          ['Sellado', seal.sealed_at && <DateText instant={seal.sealed_at} />],
          ['Hora certificada', seal.stamped_at && <DateText instant={seal.stamped_at} />],
          [
            'Certificado',
            seal.certificate &&
              (seal.certificate.own
                ? 'Hecho por este sistema: se lee «íntegro; emisor no reconocido»'
                : `${seal.certificate.subject}, emitido por ${seal.certificate.issuer}`),
          ],
          ['Vence', seal.certificate && <DateText instant={seal.certificate.not_after} dayOnly />],
          ['Intentos', seal.attempts > 1 && String(seal.attempts)],
          [
            'Huella',
            <Text key="huella" size="xs" style={{ overflowWrap: 'anywhere' }}>
              {seal.fingerprint}
            </Text>,
          ],
        ]}
      />
      <Stack gap={4} component="section">
        <Text fw={600}>Firmantes</Text>
        {seal.signer_list.map(({ name, role, method, signed_at }) => (
          <Text key={`${name} ${signed_at}`} size="sm">
            {name} ({role}): {method}, <DateText instant={signed_at} />
          </Text>
        ))}
      </Stack>
      <Stack gap={4} component="section">
        <Text fw={600}>Historia</Text>
        {seal.history.map(({ at, state, by, reason }) => (
          <Text key={`${at} ${state}`} size="sm">
            <DateText instant={at} /> · {state} · {by ?? 'Sistema'}
            {reason && `: ${reason}`}
          </Text>
        ))}
      </Stack>
    </Stack>
  );
}
