import { Alert, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getPerson } from '#contract/overview/person/endpoints.ts';
import { type Person } from '#contract/overview/person/model.ts';
import { PERSON_FIELDS } from '#contract/sales/people/model.ts';
import { RecordTasks } from '#web/office/features/company/tasks/RecordTasks.tsx';
import { RecordFiles } from '#web/office/features/company/comments/RecordFiles.tsx';
import { useComments } from '#web/office/features/company/comments/useComments.ts';
import { saleName } from '#contract/sales/sale/saleName.ts';
import { showPhone } from '#web/office/lib/format.ts';
import { PhoneLinks } from '#web/office/ui/PhoneLinks.tsx';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { newestFirst } from '#web/office/ui/activity.ts';
import { ActivityStream, type ActivityItem } from '#web/office/ui/ActivityStream.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { RecordPage, type RecordAction } from '#web/office/ui/RecordPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { PersonDrawer } from './PersonDrawer.tsx';
import { PersonMerges } from './PersonMerges.tsx';
import { PersonWork } from './PersonWork.tsx';
import { useDrawer } from '#web/office/lib/useDrawer.ts';

/** One person: prospects, sales, family, contacts and changes. */
export function PersonPage({ id, tab }: { id: number; tab?: string | undefined }) {
  const patch = usePatchSearch();
  const query = useQuery(queryOf(getPerson, { params: { id } }));
  const comments = useComments('persona', id);
  const editing = useDrawer('editar');
  const person = query.data?.data;
  if (query.error) throw query.error;
  if (!person) return <PendingPage />;
  const { identity } = person;
  return (
    <>
      <RecordPage
        of={['persona', id]}
        title={identity.nombre}
        subtitle={
          <span className="figures">
            <PhoneLinks phone={identity.celular} />
            {identity.cedula && ` · ${identity.cedula}`}
          </span>
        }
        state={null}
        turn={null}
        facts={[
          { label: 'Prospectos', value: person.prospects.length },
          { label: 'Ventas', value: person.sales.length },
          { label: 'Familiares', value: person.family.length + person.linked.length },
        ]}
        actions={editActions(person, () => editing.open())}
        tab={tab ?? 'todo'}
        onTab={(key) => patch({ tab: key })}
        tabs={[
          { key: 'todo', label: 'Prospectos y ventas', content: <PersonWork person={person} /> },
          { key: 'datos', label: 'Datos y familia', content: <PersonData person={person} /> },
          {
            key: 'historial',
            label: 'Historial',
            content: (
              <Stack gap="md">
                <PersonChanges person={person} />
                <PersonMerges person={person} />
              </Stack>
            ),
          },
        ]}
        activity={
          <Stack gap="md">
            {person.coincidences > 0 && (
              <Alert color="yellow" variant="light" title="Posible persona repetida">
                <PageLink
                  to="/oficina/coincidencias"
                  search={{ persona_id: id }}
                  size="sm"
                  underline="always"
                >
                  {person.coincidences === 1
                    ? 'Revisar 1 coincidencia'
                    : `Revisar ${person.coincidences} coincidencias`}
                </PageLink>
              </Alert>
            )}
            <RecordTasks reference="persona" id={id} />
            <RecordFiles reference="persona" id={id} attachedOnly />
            <ActivityStream {...comments} items={comments.items && activityOf(person, comments.items)} />
          </Stack>
        }
      />
      {editing.opened && <PersonDrawer person={person} onClose={editing.close} />}
    </>
  );
}

function editActions({ actions }: Person, onEdit: () => void): RecordAction[] {
  const offer = actions.contact ?? actions.identity;
  return offer ? [{ key: 'edit', label: 'Editar datos', whyNot: offer.disabled, onRun: onEdit }] : [];
}

/** Contacts of all prospects and comments on the person, merged in one stream. */
const activityOf = (person: Person, comments: readonly ActivityItem[]): ActivityItem[] =>
  newestFirst(
    person.contacts.map((one) => ({
      id: `c${one.id}`,
      kind: 'message' as const,
      who: one.who ?? 'Sistema',
      at: one.at,
      text: one.note ? `${one.action.name}: ${one.note}` : one.action.name,
    })),
    comments,
  );

function PersonData({ person }: { person: Person }) {
  const { identity, family, linked } = person;
  return (
    <Stack gap="md">
      <Section title="Datos">
        <Facts
          rows={[
            ['Nombre', identity.nombre],
            ['Celular', showPhone(identity.celular)],
            ['Correo', identity.email],
            ['Documento', identity.cedula],
            ['Conocida desde', <DateText key="since" instant={person.created_at} dayOnly />],
          ]}
        />
      </Section>
      <Section title="Familia" text="La que escribió en sus ventas, y las personas vinculadas.">
        {family.length + linked.length === 0 ? (
          <Text size="sm" c="dimmed">
            Ninguna.
          </Text>
        ) : (
          <Stack gap={6}>
            {linked.map((one) => (
              <Text size="sm" key={`l${one.coincidence_id}`}>
                <PageLink to="/oficina/personas/$id" params={{ id: one.person.id }} underline="always">
                  {one.person.name}
                </PageLink>
                {' · '}
                {one.link === 'codeudor' ? 'Codeudor' : (one.relationship ?? 'Familiar')}
              </Text>
            ))}
            {family.map((one) => (
              <Text size="sm" key={`${one.sale.id}-${one.name}-${one.relationship}`}>
                {one.name} · {one.relationship}
                {one.document && ` · ${one.document}`}
                {' · '}
                <PageLink to="/oficina/ventas/$id" params={{ id: one.sale.id }} underline="always">
                  {saleName(one.sale)}
                </PageLink>
              </Text>
            ))}
          </Stack>
        )}
      </Section>
    </Stack>
  );
}

function PersonChanges({ person }: { person: Person }) {
  return (
    <Section title="Datos anteriores" text="Lo que cambió, quién lo cambió y cuándo.">
      {person.changes.length === 0 ? (
        <Text size="sm" c="dimmed">
          Sin cambios.
        </Text>
      ) : (
        <Stack gap="xs">
          {person.changes.map((one) => (
            <div key={one.id}>
              <Text size="sm">
                <b>{PERSON_FIELDS[one.field]}</b>: {shown(one.field, one.before)} →{' '}
                {shown(one.field, one.after)}
              </Text>
              <Text size="xs" c="dimmed" component="div">
                <DateText instant={one.at} /> · {one.who ?? 'Sistema'}
              </Text>
            </div>
          ))}
        </Stack>
      )}
    </Section>
  );
}

const shown = (field: string, value: string | null) =>
  value === null ? '—' : field === 'celular' ? showPhone(value) : value;
