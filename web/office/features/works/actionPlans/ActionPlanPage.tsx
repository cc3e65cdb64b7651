import { Anchor, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { discardActionPlan, findActionPlan, findPlanVersion } from '#contract/works/actionPlans/endpoints.ts';
import { PLAN_STANDINGS, type ActionPlan } from '#contract/works/actionPlans/model.ts';
import { PLAN_STATE_NAMES } from '#contract/works/actionPlans/rules.ts';
import { RecordFiles } from '#web/office/features/company/comments/RecordFiles.tsx';
import { useComments } from '#web/office/features/company/comments/useComments.ts';
import { RecordTasks } from '#web/office/features/company/tasks/RecordTasks.tsx';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { ActivityStream, type ActivityItem } from '#web/office/ui/ActivityStream.tsx';
import { newestFirst, stateItems } from '#web/office/ui/activity.ts';
import { askConfirm } from '#web/office/ui/ask.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { RecordPage, type RecordAction } from '#web/office/ui/RecordPage.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { ActionPlanSearch } from './actionPlansSearch.ts';
import { PLAN_TONES } from './planTones.ts';
import { PlanEditor } from './PlanEditor.tsx';
import { PlanTable } from './PlanTable.tsx';
import { PublishDrawer } from './PublishDrawer.tsx';

/** The action plan of a model: what is prepared, what is in force, and its versions. */
export function ActionPlanPage({ modelId, search }: { modelId: number; search: ActionPlanSearch }) {
  const query = useQuery(queryOf(findActionPlan, { params: { modelId } }));
  if (query.error) throw query.error;
  const plan = query.data?.data;
  return plan ? <Opened key={modelId} plan={plan} search={search} /> : <PendingPage />;
}

function Opened({ plan, search }: { plan: ActionPlan; search: ActionPlanSearch }) {
  const patch = usePatchSearch();
  const publishing = useDrawer('publicar');
  const comments = useComments('plan_accion', plan.model_id);
  const actions = usePlanActions(plan, publishing.open);
  const edits = plan.actions.edit !== null;
  const shown = plan.draft ?? plan.in_force;
  return (
    <>
      <RecordPage
        of={['plan_accion', plan.model_id]}
        title={`Plan de ${plan.modelo}`}
        subtitle={`${plan.project.name} · ${plan.area_m2.toLocaleString('es-PA')} m²`}
        state={<StatePill tone={PLAN_TONES[plan.standing]} label={PLAN_STANDINGS[plan.standing]} />}
        turn={null}
        facts={[
          { label: 'En vigor', value: plan.in_force ? `Versión ${plan.in_force.number}` : 'Ninguna' },
          { label: 'Días hábiles', value: plan.in_force?.days ?? '—' },
          {
            label: 'Desde',
            value: plan.in_force?.published_at ? (
              <DateText instant={plan.in_force.published_at} dayOnly />
            ) : (
              '—'
            ),
          },
        ]}
        actions={actions}
        tab={search.tab ?? 'plan'}
        onTab={(tab) => patch({ tab, version: undefined })}
        tabs={[
          {
            key: 'plan',
            label: edits ? (plan.in_force && plan.draft ? 'Cambios' : 'Plan') : 'Plan',
            content: edits ? (
              <PlanEditor plan={plan} />
            ) : shown ? (
              <PlanTable version={plan.in_force ?? shown} plan={plan} />
            ) : (
              <EmptyState
                title="Aún no tiene plan"
                text="Quien edita el proyecto escribe sus actividades y las publica."
              />
            ),
          },
          ...(edits && plan.in_force && plan.draft
            ? [
                {
                  key: 'vigor',
                  label: 'En vigor',
                  content: <PlanTable version={plan.in_force} plan={plan} />,
                },
              ]
            : []),
          {
            key: 'versiones',
            label: 'Versiones',
            count: plan.versions.length,
            content:
              search.version === undefined ? (
                <Versions plan={plan} onOpen={(version) => patch({ version })} />
              ) : (
                <OldVersion
                  plan={plan}
                  number={search.version}
                  onBack={() => patch({ version: undefined })}
                />
              ),
          },
        ]}
        activity={
          <Stack gap="lg">
            <RecordTasks reference="plan_accion" id={plan.model_id} />
            <RecordFiles reference="plan_accion" id={plan.model_id} attachedOnly />
            <ActivityStream {...comments} items={comments.items && activityOf(plan, comments.items)} />
          </Stack>
        }
      />
      {publishing.opened && plan.actions.publish && <PublishDrawer plan={plan} onClose={publishing.close} />}
    </>
  );
}

function usePlanActions(plan: ActionPlan, onPublish: () => void): RecordAction[] {
  const discard = useAction(discardActionPlan, { success: 'Cambios descartados.' });
  const { publish, discard: mayDiscard } = plan.actions;
  return [
    ...(publish ? [{ key: 'publish', label: 'Publicar', whyNot: publish.disabled, onRun: onPublish }] : []),
    ...(mayDiscard
      ? [
          {
            key: 'discard',
            label: 'Descartar los cambios',
            whyNot: mayDiscard.disabled,
            aside: true,
            danger: true,
            loading: discard.isPending,
            onRun: () =>
              void askConfirm({
                title: '¿Descartar los cambios?',
                text: plan.in_force
                  ? `Queda en vigor la versión ${plan.in_force.number}, como está.`
                  : 'El modelo queda sin plan.',
                confirm: 'Descartar',
                danger: true,
              }).then(
                (sure) =>
                  sure &&
                  discard.mutate({ params: { modelId: plan.model_id }, body: { version: plan.version } }),
              ),
          },
        ]
      : []),
  ];
}

const Versions = ({ plan, onOpen }: { plan: ActionPlan; onOpen: (number: number) => void }) => (
  <ShortTable
    label="Versiones"
    rows={plan.versions}
    rowId={({ number }) => number}
    columns={[
      {
        title: 'Versión',
        render: ({ number, published_at }) => (
          <Anchor component="button" type="button" size="sm" onClick={() => onOpen(number)}>
            {`Versión ${number}${published_at === null ? ', por publicar' : ''}`}
          </Anchor>
        ),
      },
      {
        title: 'Publicada',
        render: ({ published_at }) => (published_at ? <DateText instant={published_at} /> : '—'),
      },
      { title: 'Por', render: ({ by }) => by ?? '—' },
      { title: 'Actividades', align: 'right', render: ({ activities }) => activities },
      { title: 'Días hábiles', align: 'right', render: ({ days }) => days },
      { title: 'Nota', render: ({ note }) => note ?? '—' },
    ]}
  />
);

interface OldVersionProps {
  plan: ActionPlan;
  number: number;
  onBack: () => void;
}

function OldVersion({ plan, number, onBack }: OldVersionProps) {
  const query = useQuery(queryOf(findPlanVersion, { params: { modelId: plan.model_id, number } }));
  if (query.error) throw query.error;
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Text fw={600}>Versión {number}</Text>
        <Anchor component="button" type="button" size="sm" onClick={onBack}>
          Todas las versiones
        </Anchor>
      </Group>
      {query.data ? <PlanTable version={query.data.data} plan={plan} /> : <Skeleton h={400} />}
    </Stack>
  );
}

function activityOf(plan: ActionPlan, comments: readonly ActivityItem[]): ActivityItem[] {
  const name = (state: number | null) => (state === null ? null : (PLAN_STATE_NAMES[state] ?? null));
  return newestFirst(
    stateItems(plan.history.map((one) => ({ ...one, from: name(one.from), to: name(one.to) }))),
    comments,
  );
}
