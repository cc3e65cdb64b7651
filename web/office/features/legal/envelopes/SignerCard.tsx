import { Alert, Anchor, Button, Group, Menu, Stack, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  certifyPaper,
  handOverLink,
  openTablet,
  resendToSigner,
} from '#contract/legal/envelopes/endpoints.ts';
import type { Envelope, EnvelopeSigner } from '#contract/legal/envelopes/model.ts';
import { CAPACITIES, ENVELOPE, SIGN_METHODS, SIGNER, SIGNER_ROLES } from '#contract/legal/envelopes/rules.ts';
import { showPhone } from '#contract/phone.ts';
import { call } from '#web/office/lib/call.ts';
import { showInstant } from '#web/office/lib/format.ts';
import { refreshed } from '#web/office/lib/refresh.ts';
import { askReason } from '#web/office/ui/ask.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { toast } from '#web/office/ui/toast.tsx';
import { GivenLink } from './GivenLink.tsx';
import { InkForm } from './InkForm.tsx';
import styles from './SignerCard.module.css';

interface Props {
  envelope: Envelope;
  signer: EnvelopeSigner;
}

/** One signer: who, how far, and what a colleague may do for the signature. */
export function SignerCard({ envelope, signer }: Props) {
  const { capacity } = signer;
  const open = envelope.state.id === ENVELOPE.open;
  const turn = open && (signer.state.id === SIGNER.asked || signer.state.id === SIGNER.toCertify);
  return (
    <li className={`${styles.card} ${turn ? styles.turn : ''}`}>
      <Group justify="space-between" align="flex-start" gap="xs">
        <Stack gap={2} className={styles.who}>
          <Text fw={600}>
            {signer.order}. {signer.name}
          </Text>
          <Text size="sm" c="dimmed">
            {SIGNER_ROLES[signer.role]} · {signer.document}
          </Text>
          {capacity && (
            <Text size="sm" c="dimmed">
              {CAPACITIES[capacity.kind]} {capacity.of} ({capacity.of_document}). {capacity.power}
            </Text>
          )}
          <Text size="sm" c="dimmed">
            {[showPhone(signer.phone), signer.email].filter(Boolean).join(' · ')}
          </Text>
        </Stack>
        <StatePill catalog="signer" state={signer.state} />
      </Group>
      <Stack gap="xs" mt="xs">
        {progressOf(signer).map((line) => (
          <Text key={line} size="sm">
            {line}
          </Text>
        ))}
        {open && signer.blocked && (
          <Alert
            color="red"
            variant="light"
            title="Escribió 5 códigos equivocados y su enlace se cerró: envíale otro."
          />
        )}
        {open && signer.contact_changed && (
          <Alert
            color="yellow"
            variant="light"
            title="Su celular o correo cambió después del envío: envíale el enlace a sus datos de ahora."
          />
        )}
        {signer.paper && <PaperWaiting envelope={envelope} signer={signer} />}
        {turn && envelope.works && signer.state.id === SIGNER.asked && (
          <Acts envelope={envelope} signer={signer} />
        )}
      </Stack>
    </li>
  );
}

function progressOf({ asked_at, opened_at, signed_at, method, reason, handed }: EnvelopeSigner): string[] {
  return [
    signed_at && method
      ? `Firmó el ${showInstant(signed_at)}. ${SIGN_METHODS[method]}.`
      : asked_at
        ? `Se le pidió el ${showInstant(asked_at)}${opened_at ? `; lo abrió el ${showInstant(opened_at)}` : '; todavía no lo abre'}.`
        : null,
    handed ? `${handed.by} tomó su enlace el ${showInstant(handed.at)} para entregarlo a mano.` : null,
    reason && `Motivo: ${reason}`,
  ].filter((line): line is string => Boolean(line));
}

/** A paper that came back and must be compared with the document. */
function PaperWaiting({ envelope, signer }: Props) {
  const paper = signer.paper!;
  const decide = useMutation({
    mutationFn: (params: { certifica: boolean; motivo?: string }) =>
      call(certifyPaper, { params: { id: envelope.id, paperId: paper.id }, body: { params } }),
    onSuccess: () => toast.success(),
    onSettled: () => refreshed(),
  });
  const giveBack = async () => {
    const motivo = await askReason({
      title: 'Devolver el documento',
      text: 'Se le pide otra vez. El motivo le llega por correo.',
      label: 'Motivo',
      confirm: 'Devolver',
      required: true,
    });
    if (motivo !== null) decide.mutate({ certifica: false, motivo });
  };
  return (
    <Alert
      color="yellow"
      variant="light"
      title={
        paper.kind === 'tinta'
          ? 'Escaneado: falta que otro colega lo certifique'
          : 'Subió el documento firmado a mano'
      }
    >
      <Stack gap="xs">
        <Text size="sm">
          {paper.by}, {showInstant(paper.at)}. Compara todas las páginas con el documento enviado antes de
          certificar.
        </Text>
        <Group gap="md">
          <Anchor href={paper.url} target="_blank" size="sm">
            Ver lo firmado
          </Anchor>
          <Anchor href={envelope.file.url} target="_blank" size="sm">
            Ver lo enviado
          </Anchor>
        </Group>
        {envelope.works && (
          <Group gap="xs">
            <ReasonedButton
              whyNot={paper.certify.disabled}
              loading={decide.isPending}
              onClick={() => decide.mutate({ certifica: true })}
            >
              Certificar
            </ReasonedButton>
            <Button variant="default" onClick={() => void giveBack()}>
              Devolver
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}

/** Send the link again, hand it over, sign on the tablet, or scan the ink. */
function Acts({ envelope, signer }: Props) {
  const [given, setGiven] = useState<{ enlace: string; qr?: string } | null>(null);
  const [inking, setInking] = useState(false);
  const params = { id: envelope.id, signerId: signer.id };
  const resend = useMutation({
    mutationFn: () => call(resendToSigner, { params, body: {} }),
    onSuccess: () => toast.success('Enlace enviado.'),
    onSettled: () => refreshed(),
  });
  const hand = useMutation({
    mutationFn: (motivo: string) => call(handOverLink, { params, body: { motivo } }),
    onSuccess: ({ data }) => setGiven(data),
    onSettled: () => refreshed(),
  });
  const tablet = useMutation({
    mutationFn: () => call(openTablet, { params, body: {} }),
    onSuccess: ({ data }) => setGiven(data),
    onSettled: () => refreshed(),
  });
  const askHand = async () => {
    const motivo = await askReason({
      title: 'Entregar el enlace a mano',
      text: 'Tú ves el enlace de esta persona. La constancia de la firma dice que lo tomaste, cuándo y por qué.',
      label: 'Motivo',
      confirm: 'Ver el enlace',
      required: true,
    });
    if (motivo !== null) hand.mutate(motivo);
  };
  return (
    <>
      <Group gap="xs">
        <Button variant="light" loading={resend.isPending} onClick={() => resend.mutate()}>
          Enviar el enlace otra vez
        </Button>
        <Menu withinPortal={false} position="bottom-end">
          <Menu.Target>
            <Button variant="default" leftSection={<IconDots size={16} aria-hidden />}>
              Otras formas
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => tablet.mutate()}>Firmar en una tableta de la oficina</Menu.Item>
            <Menu.Item onClick={() => setInking(true)}>Firmó en papel: escanear</Menu.Item>
            <Menu.Item onClick={() => void askHand()}>Entregar el enlace a mano</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
      {given && <GivenLink given={given} name={signer.name} onClose={() => setGiven(null)} />}
      {inking && <InkForm envelopeId={envelope.id} signer={signer} onClose={() => setInking(false)} />}
    </>
  );
}
