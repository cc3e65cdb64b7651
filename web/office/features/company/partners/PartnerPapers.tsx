import { ActionIcon, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { removePartnerPaper } from '#contract/company/partners/partnerEndpoints.ts';
import {
  isOneOfAKind,
  PAPER_KINDS,
  type PartnerPaper,
  type PartnerRecord,
} from '#contract/company/partners/partners.ts';
import { useAction } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { askConfirm } from '#web/office/ui/ask.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { besideOf } from '#web/office/ui/RecordDrawer.tsx';
import { ReviewPane } from '#web/office/ui/ReviewPane.tsx';
import { ReviewScreen } from '#web/office/ui/ReviewScreen.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { PaperDrawer } from './PaperDrawer.tsx';
import { PaperStatePill } from './PaperStatePill.tsx';

const PLAIN = { margin: 0, padding: 0, listStyle: 'none' };

/** A partner's current documents with validity and files; below, the replaced ones. */
export function PartnerPapers({ partner }: { partner: PartnerRecord }) {
  const mayEdit = useCan('administracion.editar') && !partner.archived;
  const adding = useDrawer('papel');
  const renewed = partner.paper_list.find(({ kind }) => kind === adding.word)?.kind ?? null;
  const inForce = partner.paper_list.filter(({ replaced }) => !replaced);
  const before = partner.paper_list.filter(({ replaced }) => replaced);
  const looking = useDrawer('ver');
  const seen = partner.paper_list.find(({ id }) => id === looking.id);
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => adding.open()}>
      Agregar documento
    </Button>
  );
  return (
    <Stack gap="md">
      <Section
        title="Documentos"
        text="30 días antes de que venza uno, quienes administran reciben un correo."
        actions={mayEdit && inForce.length > 0 ? add : null}
      >
        {inForce.length === 0 ? (
          <EmptyState
            title="Sin documentos"
            text="Agrega el aviso de operación, los paz y salvos y las fianzas."
            action={mayEdit ? add : null}
          />
        ) : (
          <Stack gap="sm" component="ul" style={PLAIN}>
            {inForce.map((paper) => (
              <PaperLine
                key={paper.id}
                partner={partner}
                paper={paper}
                onLook={() => looking.open(paper.id)}
                onRenew={mayEdit && isOneOfAKind(paper.kind) ? () => adding.open(paper.kind) : null}
              />
            ))}
          </Stack>
        )}
      </Section>
      {before.length > 0 && (
        <Section title="Anteriores">
          <Stack gap="sm" component="ul" style={PLAIN}>
            {before.map((paper) => (
              <PaperLine
                key={paper.id}
                partner={partner}
                paper={paper}
                onLook={() => looking.open(paper.id)}
                onRenew={null}
              />
            ))}
          </Stack>
        </Section>
      )}
      {seen && (
        <ReviewScreen
          title={PAPER_KINDS[seen.kind]}
          back="Todos los documentos"
          onClose={looking.close}
          beside={besideOf([...inForce, ...before], seen.id, looking.open)}
        >
          <ReviewPane key={seen.id} whole paper={seen.file} approve={null} reject={null} busy={false}>
            <PaperWords paper={seen} />
          </ReviewPane>
        </ReviewScreen>
      )}
      {mayEdit && adding.opened && <PaperDrawer partner={partner} kind={renewed} onClose={adding.close} />}
    </Stack>
  );
}

interface PaperLineProps {
  partner: PartnerRecord;
  paper: PartnerPaper;
  onLook: () => void;
  onRenew: (() => void) | null;
}

function PaperLine({ partner, paper, onLook, onRenew }: PaperLineProps) {
  const mayRemove = useCan('administracion.anular') && !paper.replaced;
  const remove = useAction(removePartnerPaper, {
    success: 'Documento quitado.',
  });
  const name = PAPER_KINDS[paper.kind];
  const askRemove = async () => {
    const yes = await askConfirm({
      title: `¿Quitar ${name}?`,
      text: 'Deja de contar entre los vigentes y queda en la historia.',
      confirm: 'Quitar documento',
      danger: true,
    });
    if (yes) remove.mutate({ params: { id: partner.id, paper: paper.id } });
  };
  return (
    <Group component="li" justify="space-between" gap="xs" align="flex-start">
      <Stack gap={2} miw={0}>
        <PaperWords paper={paper} />
        {paper.file && (
          <Anchor component="button" type="button" size="sm" ta="start" onClick={onLook}>
            {paper.file.name}
          </Anchor>
        )}
      </Stack>
      <Group gap="xs">
        {onRenew && (
          <Button size="compact-sm" variant="default" onClick={onRenew} aria-label={`Renovar ${name}`}>
            Renovar
          </Button>
        )}
        {mayRemove && (
          <ActionIcon
            variant="default"
            aria-label={`Quitar ${name}`}
            loading={remove.isPending}
            onClick={() => void askRemove()}
          >
            <IconTrash size={16} />
          </ActionIcon>
        )}
      </Group>
    </Group>
  );
}

/** A document's type, state and days. */
const PaperWords = ({ paper }: { paper: PartnerPaper }) => (
  <Stack gap={2}>
    <Group gap={8}>
      <Text size="sm" fw={600}>
        {PAPER_KINDS[paper.kind]}
      </Text>
      {paper.replaced ? (
        <StatePill tone="neutral" label="Reemplazado" />
      ) : (
        <PaperStatePill state={paper.state} />
      )}
    </Group>
    <Text size="sm" c="dimmed">
      {paper.number && <span className="figures">{paper.number} · </span>}
      {paper.expires_on ? (
        <>
          {paper.state === 'vencido' ? 'venció' : 'vence'} el <DateText day={paper.expires_on} />
        </>
      ) : (
        'no vence'
      )}
      {paper.issued_on && (
        <>
          {' '}
          · emitido el <DateText day={paper.issued_on} />
        </>
      )}
    </Text>
    {paper.warned_at && (
      <Text size="xs" c="dimmed">
        Avisado el <DateText instant={paper.warned_at} />
      </Text>
    )}
  </Stack>
);
