import { ActionIcon, Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  changePlanState,
  getPlan,
  removePlanSheet,
  type Plan,
  type PlanSheet,
  type PlanVersion,
} from '#contract/works/blueprints/endpoints.ts';
import { PLAN_VERSION } from '#contract/works/blueprints/rules.ts';
import { RecordFiles } from '#web/office/features/company/comments/RecordFiles.tsx';
import { useComments } from '#web/office/features/company/comments/useComments.ts';
import { RecordTasks } from '#web/office/features/company/tasks/RecordTasks.tsx';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { ActivityStream } from '#web/office/ui/ActivityStream.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { RecordDrawer, type Beside } from '#web/office/ui/RecordDrawer.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { EditVersionDrawer, NewVersionDrawer, SheetDrawer } from './VersionDrawers.tsx';

interface PlanDrawerProps {
  id: number;
  beside?: Beside;
  onClose: () => void;
}

/** The plan of one model: its versions, the newest first, with their sheets. */
export function PlanDrawer({ id, beside, onClose }: PlanDrawerProps) {
  const { data, error } = useQuery(queryOf(getPlan, { params: { id } }));
  const plan = data?.data;
  return (
    <RecordDrawer
      title={plan?.nombre ?? 'Plano'}
      of={['plano', id]}
      record={plan}
      error={error}
      beside={beside}
      onClose={onClose}
      size="xl"
    >
      {(one) => <Body key={one.id} plan={one} />}
    </RecordDrawer>
  );
}

function Body({ plan }: { plan: Plan }) {
  const mayCreate = useCan('permisos.crear');
  const [creating, setCreating] = useState(false);
  const comments = useComments('plano', plan.id);
  return (
    <Stack gap="lg">
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          {plan.modelo} · {plan.proyecto.name}
        </Text>
        {mayCreate && (
          <ReasonedButton
            whyNot={plan.borrador === null ? null : 'Ya hay un borrador: termínalo o anúlalo.'}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setCreating(true)}
          >
            Nueva versión
          </ReasonedButton>
        )}
      </Group>
      {plan.historial.length === 0 && (
        <Text size="sm" c="dimmed">
          Este modelo aún no tiene plano.
        </Text>
      )}
      {plan.historial.map((one) => (
        <Version key={one.id} version={one} mayEdit={plan.may_edit} />
      ))}
      <RecordTasks reference="plano" id={plan.id} />
      <RecordFiles reference="plano" id={plan.id} attachedOnly />
      <ActivityStream title="Comentarios" empty="Todavía no hay comentarios." {...comments} />
      {creating && <NewVersionDrawer plan={plan} onClose={() => setCreating(false)} />}
    </Stack>
  );
}

function Version({ version, mayEdit }: { version: PlanVersion; mayEdit: boolean }) {
  const [opened, setOpened] = useState<'sheet' | 'edit' | null>(null);
  const moves = useTransitions({
    offers: version.transitions,
    version: version.version,
    status: changePlanState,
    danger: [PLAN_VERSION.withdrawn],
  });
  const drafts = mayEdit && version.estado.id === PLAN_VERSION.draft;
  return (
    <Paper component="section" withBorder p="md" aria-label={`Versión ${version.numero}`}>
      <Stack gap="sm">
        <Group gap="xs">
          <Title order={2} size="h4">
            Versión {version.numero}
          </Title>
          <StatePill catalog="plan" state={version.estado} />
        </Group>
        <Text size="sm">{version.nota}</Text>
        <Told version={version} />
        {version.laminas.map((sheet) => (
          <Sheet key={sheet.id} sheet={sheet} versionId={version.id} removable={drafts} />
        ))}
        {version.laminas.length === 0 && (
          <Text size="sm" c="dimmed">
            Sin láminas todavía.
          </Text>
        )}
        {version.permisos.length > 0 && (
          <Text size="sm" component="div">
            Presentada en:{' '}
            {version.permisos.map(({ id, name }, at) => (
              <span key={id}>
                {at > 0 && ', '}
                <PageLink to="/oficina/permisos" search={{ permiso: id }} underline="always">
                  {name}
                </PageLink>
              </span>
            ))}
          </Text>
        )}
        <Group gap="xs">
          {drafts && (
            <>
              <Button variant="default" size="compact-sm" onClick={() => setOpened('sheet')}>
                Agregar lámina
              </Button>
              <Button variant="default" size="compact-sm" onClick={() => setOpened('edit')}>
                Editar
              </Button>
            </>
          )}
          {moves.map(({ key, label, whyNot, danger, loading, onRun }) => (
            <ReasonedButton
              key={key}
              size="compact-sm"
              whyNot={whyNot}
              variant={danger ? 'default' : 'filled'}
              loading={loading ?? false}
              {...(danger && { color: 'red' })}
              onClick={onRun}
            >
              {label}
            </ReasonedButton>
          ))}
        </Group>
      </Stack>
      {opened === 'sheet' && <SheetDrawer versionId={version.id} onClose={() => setOpened(null)} />}
      {opened === 'edit' && <EditVersionDrawer version={version} onClose={() => setOpened(null)} />}
    </Paper>
  );
}

/** Who made it, and from when until when it was in force. */
const Told = ({ version }: { version: PlanVersion }) => (
  <Text size="xs" c="dimmed" component="div">
    Hecha por {version.hecha_por ?? 'el sistema'} el <DateText instant={version.hecha} dayOnly />
    {version.desde && (
      <>
        {' · En vigor desde el '}
        <DateText instant={version.desde} dayOnly />
        {version.aprobada_por && `, la aprobó ${version.aprobada_por}`}
      </>
    )}
    {version.hasta && (
      <>
        {' · Hasta el '}
        <DateText instant={version.hasta} dayOnly />
      </>
    )}
    {version.motivo && ` · Anulada: ${version.motivo}`}
  </Text>
);

interface SheetProps {
  sheet: PlanSheet;
  versionId: number;
  removable: boolean;
}

function Sheet({ sheet, versionId, removable }: SheetProps) {
  const remove = useAction(removePlanSheet, { success: 'Lámina quitada.' });
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
      <Stack gap={0} miw={0}>
        <Anchor href={sheet.url} target="_blank" size="sm" style={{ overflowWrap: 'anywhere' }}>
          {sheet.name}
        </Anchor>
        <Text size="xs" c="dimmed" component="div">
          {sheet.disciplina.name} · {sheet.subido_por ?? 'Sistema'},{' '}
          <DateText instant={sheet.subido} dayOnly />
        </Text>
      </Stack>
      {removable && (
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={`Quitar ${sheet.name}`}
          loading={remove.isPending}
          onClick={() => remove.mutate({ params: { id: versionId, lamina: sheet.id } })}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  );
}
