import { Anchor, Button, Paper, Text } from '@mantine/core';
import { CONSENT_TEXTS } from '#contract/sales/consents/consents.ts';
import { revokeConsent } from '#contract/overview/privacy/endpoints.ts';
import { CONSENT_CHANNELS, CONSENT_KINDS, type Consent } from '#contract/overview/privacy/model.ts';
import { useAction } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { askReason } from '#web/office/ui/ask.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { RecordDrawer, type Beside } from '#web/office/ui/RecordDrawer.tsx';

interface ConsentDrawerProps {
  consent: Consent;
  onClose: () => void;
  beside: Beside;
}

/** One consent: the text that was shown, and how it was given. */
export function ConsentDrawer({ consent, onClose, beside }: ConsentDrawerProps) {
  const mayRevoke = useCan('administracion.editar') && consent.revoked_at === null;
  const revoke = useAction(revokeConsent, { success: 'Permiso retirado.' });
  const text = CONSENT_TEXTS[consent.kind];
  const ask = async () => {
    const motivo = await askReason({
      title: `Retirar el permiso de ${consent.person}`,
      text: 'Se retira porque lo pidió su dueño. El registro conserva que lo había dado.',
      label: 'Cómo y cuándo lo pidió',
      confirm: 'Retirar permiso',
      required: true,
      danger: true,
    });
    if (motivo !== null) revoke.mutate({ params: { id: consent.id }, body: { motivo } });
  };
  return (
    <RecordDrawer title={CONSENT_KINDS[consent.kind]} onClose={onClose} record={consent} beside={beside}>
      <Facts
        narrow
        rows={[
          ['Persona', consent.person],
          [
            'Compra',
            <>
              <PageLink to="/oficina/ventas/$id" params={{ id: consent.sale.id }} underline="always">
                {consent.sale.code ?? 'Borrador'}
              </PageLink>
              {` · ${consent.sale.project}`}
            </>,
          ],
          ['Dado', <DateText key="given" instant={consent.given_at} />],
          ['Retirado', consent.revoked_at && <DateText instant={consent.revoked_at} />],
          ['Cómo', CONSENT_CHANNELS[consent.channel] ?? consent.channel],
          ['Desde', `${consent.ip} · ${consent.user_agent}`],
          ['Texto', `Versión ${consent.text_version}`],
          ['Huella', consent.text_hash],
        ]}
      />
      {text.version === consent.text_version ? (
        <Paper withBorder p="md">
          <Text size="sm">{text.text}</Text>
        </Paper>
      ) : (
        <Anchor href={`/privacidad?version=${consent.text_version}`} target="_blank" rel="noopener" size="sm">
          Ver el texto de esa versión
        </Anchor>
      )}
      {mayRevoke && (
        <Button variant="default" loading={revoke.isPending} onClick={() => void ask()}>
          Retirar permiso…
        </Button>
      )}
    </RecordDrawer>
  );
}
