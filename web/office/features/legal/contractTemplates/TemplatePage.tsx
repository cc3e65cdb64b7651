import { Button, Group, Menu, Select, Skeleton, Stack, Text } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { urlOf } from '#contract/endpoint.ts';
import {
  archiveTemplate,
  changeVersionStatus,
  draftVersion,
  getTemplate,
  getVersion,
  saveVersion,
  TEMPLATE_PREVIEW,
} from '#contract/legal/contractTemplates/endpoints.ts';
import { examplesFor, TEMPLATE_KINDS } from '#contract/legal/contractTemplates/fields.ts';
import type { TemplateRecord, TemplateVersion } from '#contract/legal/contractTemplates/model.ts';
import { VERSION } from '#contract/legal/contractTemplates/rules.ts';
import { RecordFiles } from '#web/office/features/company/comments/RecordFiles.tsx';
import { useComments } from '#web/office/features/company/comments/useComments.ts';
import { RecordTasks } from '#web/office/features/company/tasks/RecordTasks.tsx';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { ActivityStream } from '#web/office/ui/ActivityStream.tsx';
import { newestFirst, stateItems } from '#web/office/ui/activity.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { RecordPage, type RecordAction } from '#web/office/ui/RecordPage.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { Comparison } from './Comparison.tsx';
import { ClausesForm, TemplateClauses } from './ClausesForm.tsx';
import { TemplateDrawer } from './TemplateDrawer.tsx';
import type { TemplateSearch } from './templatesSearch.ts';

/** A template: the text of one version, what it changes, and all versions. */
export function TemplatePage({ id, search }: { id: number; search: TemplateSearch }) {
  const query = useQuery(queryOf(getTemplate, { params: { id } }));
  if (query.error) throw query.error;
  const template = query.data?.data;
  return template ? <Opened template={template} search={search} /> : <PendingPage />;
}

/** The version that is open at first: the one in preparation, else the approved one, else the newest. */
const firstOf = ({ open, approved, versions }: TemplateRecord) =>
  open?.number ?? approved?.number ?? versions[0]!.number;

function Opened({ template, search }: { template: TemplateRecord; search: TemplateSearch }) {
  const patch = usePatchSearch();
  const { id } = template;
  const number = search.version ?? firstOf(template);
  const query = useQuery(queryOf(getVersion, { params: { id, number } }));
  const version = query.data?.data;
  const comments = useComments('plantilla_legal', id);
  const editing = useDrawer('editar');
  const transitions = useTransitions({
    offers: version?.transitions,
    status: changeVersionStatus,
    version: version?.version,
    danger: [VERSION.retired],
  });
  const actions = useTemplateActions(template, editing.open);
  if (query.error) throw query.error;
  const preview = urlOf({ path: TEMPLATE_PREVIEW }, { params: { id, number } });
  return (
    <>
      <RecordPage
        of={['plantilla_legal', id]}
        title={template.name}
        subtitle={`${TEMPLATE_KINDS[template.kind]} · ${template.project?.name ?? 'Todos los proyectos'}`}
        state={version && <StatePill catalog="templateVersion" state={version.state} />}
        turn={null}
        facts={[
          {
            label: 'Versión aprobada',
            value: template.approved ? `v${template.approved.number}` : 'Ninguna todavía',
          },
          { label: 'La aprobó', value: template.approved?.by ?? '—' },
          {
            label: 'Forma de pago',
            value:
              template.payment_form === null
                ? 'Hipoteca y contado'
                : template.payment_form === 'contado'
                  ? 'Contado'
                  : 'Hipoteca',
          },
        ]}
        actions={nextFirst([...transitions, ...actions])}
        tab={search.tab ?? 'texto'}
        onTab={(tab) => patch({ tab })}
        tabs={[
          {
            key: 'texto',
            label: 'Texto',
            content: (
              <Stack gap="md">
                <Group justify="space-between">
                  <Select
                    aria-label="Versión"
                    allowDeselect={false}
                    value={String(number)}
                    data={template.versions.map((one) => ({
                      value: String(one.number),
                      label: `Versión ${one.number}: ${one.state.name}`,
                    }))}
                    onChange={(chosen) => patch({ version: Number(chosen) })}
                  />
                  <Menu>
                    <Menu.Target>
                      <Button variant="default" leftSection={<IconFileTypePdf size={16} aria-hidden />}>
                        Ver con un ejemplo
                      </Button>
                    </Menu.Target>
                    <Menu.Dropdown>
                      {examplesFor(template.payment_form).map(({ label, holds }) => (
                        <Menu.Item
                          key={label}
                          component="a"
                          href={`${preview}?como=${holds.join(',')}`}
                          target="_blank"
                        >
                          {label}
                        </Menu.Item>
                      ))}
                    </Menu.Dropdown>
                  </Menu>
                </Group>
                {version ? <VersionText key={version.version} version={version} /> : <Skeleton h={400} />}
              </Stack>
            ),
          },
          {
            key: 'cambios',
            label: 'Cambios',
            content: version && <Changes version={version} />,
          },
          { key: 'versiones', label: 'Versiones', content: <Versions template={template} /> },
        ]}
        activity={
          <Stack gap="lg">
            <RecordTasks reference="plantilla_legal" id={id} />
            <RecordFiles reference="plantilla_legal" id={id} attachedOnly />
            <ActivityStream
              {...comments}
              items={comments.items && newestFirst(stateItems(template.history), comments.items)}
            />
          </Stack>
        }
      />
      {editing.opened && <TemplateDrawer template={template} onClose={editing.close} />}
    </>
  );
}

/** What retires a text is never the one next thing to do. */
const nextFirst = (all: readonly RecordAction[]): RecordAction[] =>
  all
    .map((one) => (one.danger ? { ...one, aside: true } : one))
    .toSorted((one, other) => Number(one.aside ?? false) - Number(other.aside ?? false));

function useTemplateActions(template: TemplateRecord, onEdit: () => void): RecordAction[] {
  const patch = usePatchSearch();
  const { id, version, archived, actions } = template;
  const draft = useAction(draftVersion, { success: 'Empezaste la próxima versión.' });
  const archive = useAction(archiveTemplate, {
    success: archived ? 'Recuperada del archivo.' : 'Plantilla archivada.',
  });
  return [
    ...(actions.draft && template.open === null
      ? [
          {
            key: 'draft',
            label: 'Escribir la próxima versión',
            whyNot: actions.draft.disabled,
            loading: draft.isPending,
            onRun: () =>
              draft.mutate(
                { params: { id } },
                { onSuccess: ({ data }) => patch({ version: data.number, tab: undefined }) },
              ),
          },
        ]
      : []),
    ...(actions.edit
      ? [{ key: 'edit', label: 'Cambiar nombre y alcance', whyNot: null, aside: true, onRun: onEdit }]
      : []),
    ...(actions.archive
      ? [
          {
            key: 'archive',
            label: archived ? 'Recuperar del archivo' : 'Archivar plantilla',
            whyNot: null,
            aside: true,
            danger: !archived,
            loading: archive.isPending,
            onRun: () => archive.mutate({ params: { id }, body: { archivada: !archived, version } }),
          },
        ]
      : []),
  ];
}

function VersionText({ version }: { version: TemplateVersion }) {
  const save = useAction(saveVersion, { success: 'Texto guardado.', inline: true });
  const { template, number } = version;
  if (version.edit?.disabled !== null) return <TemplateClauses clauses={version.body} />;
  return (
    <ClausesForm
      kind={template.kind}
      clauses={version.body}
      saving={save.isPending}
      error={save.error}
      submitLabel="Guardar texto"
      onSave={(clausulas) =>
        save.mutate({
          params: { id: template.id, number },
          body: { clausulas, nota: version.note, version: version.version },
        })
      }
    />
  );
}

function Changes({ version }: { version: TemplateVersion }) {
  const { compared_with } = version;
  if (!compared_with) return <Text size="sm">No hay otra versión aprobada con que compararla.</Text>;
  return (
    <Comparison
      before={compared_with.body}
      after={version.body}
      against={`la versión ${compared_with.number}`}
    />
  );
}

const Versions = ({ template }: { template: TemplateRecord }) => (
  <ShortTable
    label="Versiones"
    rows={template.versions}
    rowId={(one) => one.number}
    columns={[
      { title: 'Versión', render: (one) => one.number },
      {
        title: 'Estado',
        render: (one) => <StatePill catalog="templateVersion" state={one.state} />,
      },
      { title: 'Cláusulas', render: (one) => one.clauses },
      { title: 'La escribió', render: (one) => one.written_by ?? '—' },
      { title: 'La aprobó', render: (one) => one.approved_by ?? '—' },
      { title: 'Desde', render: (one) => <DateText instant={one.approved_at ?? one.created_at} /> },
    ]}
  />
);
