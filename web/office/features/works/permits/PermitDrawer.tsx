import { Alert, Anchor, Button, FileButton, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PAPER_FILE } from '#contract/company/files/files.ts';
import {
  changePermitState,
  deletePermit,
  getPermit,
  setPermitFile,
} from '#contract/works/permits/endpoints.ts';
import type { PermitRecord } from '#contract/works/permits/model.ts';
import { PERMIT } from '#contract/works/permits/rules.ts';
import { RecordEntries } from '#web/office/features/company/comments/RecordEntries.tsx';
import { RecordFiles } from '#web/office/features/company/comments/RecordFiles.tsx';
import { useComments } from '#web/office/features/company/comments/useComments.ts';
import { RecordTasks } from '#web/office/features/company/tasks/RecordTasks.tsx';
import { newKey, upload } from '#web/office/lib/call.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { refreshed } from '#web/office/lib/refresh.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { ActivityStream } from '#web/office/ui/ActivityStream.tsx';
import { newestFirst, stateItems } from '#web/office/ui/activity.ts';
import { askConfirm } from '#web/office/ui/ask.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { RecordDrawer, type Beside } from '#web/office/ui/RecordDrawer.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { toast } from '#web/office/ui/toast.tsx';
import { DependenciesDrawer } from './DependenciesDrawer.tsx';
import { EditPermitDrawer } from './EditPermitDrawer.tsx';
import { ExtendPermitDrawer } from './ExtendPermitDrawer.tsx';
import { PermitChain } from './PermitChain.tsx';
import { PermitStepDrawer } from './PermitStepDrawer.tsx';
import { daysText, targetOf } from './permitText.ts';

interface PermitDrawerProps {
  id: number;
  beside?: Beside;
  onClose: () => void;
}

/** One permit: what it holds up, its days, what it waits for, its file and its history. */
export function PermitDrawer({ id, beside, onClose }: PermitDrawerProps) {
  const { data, error } = useQuery(queryOf(getPermit, { params: { id } }));
  const permit = data?.data;
  return (
    <RecordDrawer
      title={permit?.tipo.name ?? 'Permiso'}
      of={['permiso', id]}
      record={permit}
      error={error}
      beside={beside}
      onClose={onClose}
      size="xl"
    >
      {(one) => <Body key={one.id} permit={one} onClose={onClose} />}
    </RecordDrawer>
  );
}

type Opened = 'edit' | 'needs' | 'extend' | number;

function Body({ permit, onClose }: { permit: PermitRecord; onClose: () => void }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  return (
    <Stack gap="lg">
      <Group gap="xs">
        <StatePill catalog="permit" state={permit.estado} />
        <Text size="sm">
          {targetOf(permit)} · {permit.proyecto.name}
          {daysText(permit) && ` · ${daysText(permit)}`}
        </Text>
      </Group>
      <HeldAlert permit={permit} />
      <Steps permit={permit} onOpen={setOpened} onClose={onClose} />
      <Words permit={permit} />
      <PermitFile permit={permit} />
      <section>
        <Group justify="space-between" mb="xs">
          <Title order={2} size="h4">
            Dependencias
          </Title>
          {permit.may_edit && (
            <Button size="compact-sm" variant="default" onClick={() => setOpened('needs')}>
              Cambiar dependencias
            </Button>
          )}
        </Group>
        <PermitChain permit={permit} />
      </section>
      <RecordEntries record="permiso" id={permit.id} />
      <RecordTasks reference="permiso" id={permit.id} />
      <RecordFiles reference="permiso" id={permit.id} attachedOnly />
      <History permit={permit} />
      {opened === 'edit' && <EditPermitDrawer permit={permit} onClose={close} />}
      {opened === 'needs' && <DependenciesDrawer permit={permit} onClose={close} />}
      {opened === 'extend' && <ExtendPermitDrawer permit={permit} onClose={close} />}
      {typeof opened === 'number' && <PermitStepDrawer permit={permit} to={opened} onClose={close} />}
    </Stack>
  );
}

interface StepsProps {
  permit: PermitRecord;
  onOpen: (what: Opened) => void;
  onClose: () => void;
}

function Steps({ permit, onOpen, onClose }: StepsProps) {
  const moves = useTransitions({
    offers: permit.transitions,
    version: permit.version,
    status: changePermitState,
    forms: {
      [PERMIT.entered]: () => onOpen(PERMIT.entered),
      [PERMIT.approved]: () => onOpen(PERMIT.approved),
    },
    asks: { [PERMIT.corrections]: { text: 'Escribe qué pide la entidad. Queda en el historial.' } },
  });
  const remove = useAction(deletePermit, { success: ({ success }) => success });
  const removeIt = async () => {
    const sure = await askConfirm({
      title: `¿Quitar ${permit.tipo.name}?`,
      text: 'Nadie lo ha empezado: sale de la lista.',
      confirm: 'Quitar permiso',
      danger: true,
    });
    if (sure) remove.mutate({ params: { id: permit.id } }, { onSuccess: onClose });
  };
  return (
    <Group gap="xs">
      {moves.map(({ key, label, whyNot, loading, onRun }, at) => (
        <ReasonedButton
          key={key}
          whyNot={whyNot}
          variant={at === 0 ? 'filled' : 'default'}
          loading={loading ?? false}
          onClick={onRun}
        >
          {label}
        </ReasonedButton>
      ))}
      {permit.estado.id === PERMIT.approved && permit.may_correct && (
        <Button variant="default" onClick={() => onOpen('extend')}>
          Prorrogar
        </Button>
      )}
      {permit.may_edit && (
        <Button variant="default" onClick={() => onOpen('edit')}>
          Editar
        </Button>
      )}
      {permit.may_delete && (
        <Button variant="default" color="red" loading={remove.isPending} onClick={() => void removeIt()}>
          Quitar
        </Button>
      )}
    </Group>
  );
}

function HeldAlert({ permit: { detiene } }: { permit: PermitRecord }) {
  const seesHouses = useCan('proyectos.ver');
  if (detiene.total === 0) return null;
  const what = detiene.que === 'obra' ? 'la obra' : 'la entrega';
  const rest = detiene.total - detiene.viviendas.length;
  return (
    <Alert
      color="yellow"
      variant="light"
      title={
        detiene.total === 1
          ? `Detiene ${what} de 1 vivienda`
          : `Detiene ${what} de ${detiene.total} viviendas`
      }
    >
      {detiene.viviendas.map(({ id, name }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          {seesHouses ? (
            <PageLink to="/oficina/viviendas" search={{ vivienda: id }} underline="always">
              {name}
            </PageLink>
          ) : (
            name
          )}
        </span>
      ))}
      {rest > 0 && ` y ${rest} más`}.
    </Alert>
  );
}

function Words({ permit }: { permit: PermitRecord }) {
  const seesFiles = useCan('legal.ver');
  return (
    <Facts
      rows={[
        ['Entidad', permit.entidad],
        ['Número', permit.numero],
        ['Costo', permit.costo === null ? null : <MoneyText key="cost" centavos={permit.costo} />],
        ['Ingreso', <DateText key="in" day={permit.ingreso} />],
        ['Aprobación prevista', <DateText key="expected" day={permit.previsto} />],
        ['Aprobación', <DateText key="approved" day={permit.aprobacion} />],
        ['Vence', <DateText key="until" day={permit.vence} />],
        [
          'Plano presentado',
          permit.plano && (
            <PageLink key="plan" to="/oficina/planos" search={{ plano: permit.plano.id }} underline="always">
              {`Versión ${permit.plano.numero}${permit.plano.vigente ? '' : ', ya reemplazada'}`}
            </PageLink>
          ),
        ],
        ...(permit.expediente === null
          ? []
          : [
              [
                'Expediente legal',
                seesFiles ? (
                  <PageLink
                    key="file"
                    to="/oficina/expedientes-viviendas"
                    search={{ expediente: permit.expediente }}
                    underline="always"
                  >
                    Se escribe al aprobar
                  </PageLink>
                ) : (
                  'Se escribe al aprobar'
                ),
              ] as const,
            ]),
        ...(permit.nota ? [['Nota', permit.nota] as const] : []),
      ]}
    />
  );
}

function PermitFile({ permit }: { permit: PermitRecord }) {
  const [sending, setSending] = useState(false);
  const send = async (archivo: File | null) => {
    if (!archivo) return;
    setSending(true);
    const body = new FormData();
    body.set('archivo', archivo);
    try {
      const as = { idempotencyKey: newKey(), onProgress: () => undefined };
      await upload(setPermitFile, { params: { id: permit.id }, body }, as);
      toast.success('Archivo guardado.');
      await refreshed();
    } catch (error) {
      toast.error(sentence(error));
    } finally {
      setSending(false);
    }
  };
  if (!permit.archivo && !permit.may_edit) return null;
  return (
    <Group justify="space-between" gap="xs">
      <Stack gap={2} miw={0}>
        <Text size="sm" fw={600}>
          Resolución
        </Text>
        {permit.archivo ? (
          <Anchor href={permit.archivo.url} target="_blank" size="sm" style={{ overflowWrap: 'anywhere' }}>
            {permit.archivo.name}
          </Anchor>
        ) : (
          <Text size="sm" c="dimmed">
            Sin archivo
          </Text>
        )}
      </Stack>
      {permit.may_edit && (
        <FileButton
          accept={PAPER_FILE.types.join(',')}
          inputProps={{ 'aria-label': 'Archivo de la resolución' }}
          onChange={(archivo) => void send(archivo)}
        >
          {(props) => (
            <Button {...props} size="compact-sm" variant="default" loading={sending}>
              {permit.archivo ? 'Cambiar archivo' : 'Adjuntar archivo'}
            </Button>
          )}
        </FileButton>
      )}
    </Group>
  );
}

function History({ permit }: { permit: PermitRecord }) {
  const comments = useComments('permiso', permit.id);
  return (
    <ActivityStream
      {...comments}
      items={
        comments.items &&
        newestFirst(
          stateItems(permit.history),
          permit.changes.map((line) => ({
            id: `c${line.id}`,
            kind: 'change' as const,
            who: line.who ?? 'Sistema',
            at: line.at,
            text: line.text,
          })),
          comments.items,
        )
      }
    />
  );
}
