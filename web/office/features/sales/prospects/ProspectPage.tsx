import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getProspect, changeProspectStatus } from '#contract/sales/prospects/endpoints.ts';
import type { Prospect } from '#contract/sales/prospects/model.ts';
import { PROSPECT } from '#contract/sales/prospects/rules.ts';
import { RecordTasks } from '#web/office/features/company/tasks/RecordTasks.tsx';
import { RecordFiles } from '#web/office/features/company/comments/RecordFiles.tsx';
import { useComments } from '#web/office/features/company/comments/useComments.ts';
import { QuotesOf } from '#web/office/features/sales/quotes/QuotesOf.tsx';
import { saleName } from '#contract/sales/sale/saleName.ts';
import { PhoneLinks } from '#web/office/ui/PhoneLinks.tsx';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { useReasons } from '#web/office/lib/formLists.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { newestFirst } from '#web/office/ui/activity.ts';
import { ActivityStream, type ActivityItem } from '#web/office/ui/ActivityStream.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { RecordPage, type RecordAction } from '#web/office/ui/RecordPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { AssignProspects } from './AssignProspects.tsx';
import { ContactDrawer } from './ContactDrawer.tsx';
import { ConvertDrawer } from './ConvertDrawer.tsx';
import { EditProspectDrawer } from './EditProspectDrawer.tsx';
import { DueText } from './DueText.tsx';
import { OriginText } from './prospectColumns.tsx';

type Drawer = 'contact' | 'convert' | 'edit' | 'assign' | null;

/** One prospect: contact data, contacts made and the next follow-up. */
export function ProspectPage({ id, tab }: { id: number; tab?: string | undefined }) {
  const patch = usePatchSearch();
  const query = useQuery(queryOf(getProspect, { params: { id } }));
  const comments = useComments('prospecto', id);
  const prospect = query.data?.data;
  const discardReasons = useReasons('motivos_descarte');
  const transitions = useTransitions({
    offers: prospect?.transitions,
    status: changeProspectStatus,
    version: prospect?.version,
    danger: [PROSPECT.discarded],
    asks: { [PROSPECT.discarded]: { suggestions: discardReasons } },
  });
  const [drawer, setDrawer] = useState<Drawer>(null);
  if (query.error) throw query.error;
  if (!prospect) return <PendingPage />;
  const close = () => setDrawer(null);
  return (
    <>
      <RecordPage
        of={['prospecto', id]}
        title={prospect.person.name}
        subtitle={`Prospecto · ${prospect.project.name}${prospect.model ? ` · ${prospect.model.name}` : ''}`}
        state={<StatePill catalog="prospect" state={prospect.stage} />}
        turn={null}
        facts={[
          { label: 'Próximo seguimiento', value: <DueText one={prospect} /> },
          { label: 'Última acción', value: prospect.last_action.name },
          { label: 'Asesor', value: prospect.adviser?.name ?? 'Sin asesor' },
          { label: 'Origen', value: <OriginText origin={prospect.origin} /> },
        ]}
        actions={[...actionsOf(prospect, setDrawer), ...transitions]}
        tab={tab ?? 'resumen'}
        onTab={(key) => patch({ tab: key })}
        tabs={[
          { key: 'resumen', label: 'Resumen', content: <Summary prospect={prospect} /> },
          {
            key: 'proformas',
            label: 'Proformas',
            content: (
              <QuotesOf
                personId={prospect.person.id}
                house={{ project: prospect.project, model: prospect.model, lot: null }}
              />
            ),
          },
          {
            key: 'contactos',
            label: 'Contactos',
            content: <Contacts contacts={prospect.contacts} />,
          },
        ]}
        activity={
          <Stack gap="lg">
            <RecordTasks reference="prospecto" id={id} />
            <RecordFiles reference="prospecto" id={id} attachedOnly />
            <ActivityStream {...comments} items={comments.items && activityOf(prospect, comments.items)} />
          </Stack>
        }
      />
      {drawer === 'contact' && <ContactDrawer prospect={prospect} onClose={close} />}
      {drawer === 'convert' && <ConvertDrawer prospect={prospect} onClose={close} />}
      {drawer === 'edit' && <EditProspectDrawer prospect={prospect} onClose={close} />}
      {drawer === 'assign' && <AssignProspects rows={[prospect]} onDone={close} />}
    </>
  );
}

function actionsOf({ actions }: Prospect, open: (drawer: Drawer) => void): RecordAction[] {
  const one = (key: Exclude<Drawer, null>, label: string, offer: { disabled: string | null } | null) =>
    offer ? [{ key, label, whyNot: offer.disabled, onRun: () => open(key) }] : [];
  return [
    ...one('contact', 'Anotar contacto', actions.contact),
    ...one('convert', 'Crear pre-contrato', actions.convert),
    ...one('edit', 'Editar', actions.edit),
    ...one('assign', 'Cambiar de asesor', actions.assign),
  ];
}

function Summary({ prospect }: { prospect: Prospect }) {
  const { person, phone, email, document, sale } = prospect;
  return (
    <Stack gap="md">
      <Section
        title="Persona"
        actions={
          <PageLink to="/oficina/personas/$id" params={{ id: person.id }} size="sm" underline="always">
            Ver todo de {person.name}
          </PageLink>
        }
      >
        <Facts
          rows={[
            ['Celular', <PhoneLinks key="phone" phone={phone} />],
            ['Correo', email && <Anchor href={`mailto:${email}`}>{email}</Anchor>],
            ['Documento', document?.number],
            ['Ingreso familiar', prospect.income_hidden ? 'Reservado' : prospect.income_range?.name],
            ['Permiso de datos', prospect.consent_at && <DateText instant={prospect.consent_at} />],
          ]}
        />
      </Section>
      <Section title="Interés">
        <Facts
          rows={[
            ['Proyecto', prospect.project.name],
            ['Modelo', prospect.model?.name],
            ['Qué busca', prospect.interest],
            ['N.º de campaña', prospect.campaign],
            ['Anotado', <DateText key="made" instant={prospect.created_at} />],
            ['Primer contacto', <DateText key="first" instant={prospect.contacted_at} />],
            ...(prospect.discard_reason ? [['Motivo del descarte', prospect.discard_reason] as const] : []),
          ]}
        />
      </Section>
      {sale && (
        <Section title="Pre-contrato">
          <PageLink to="/oficina/ventas/$id" params={{ id: sale.id }} underline="always">
            {saleName(sale)}
          </PageLink>
        </Section>
      )}
    </Stack>
  );
}

/** Contacts, newest first. */
export function Contacts({ contacts }: { contacts: Prospect['contacts'] }) {
  if (contacts.length === 0)
    return <EmptyState title="Sin contactos" text="Anota la primera llamada o mensaje." />;
  return (
    <Stack gap="sm">
      {contacts.map((one) => (
        <div key={one.id}>
          <Text size="sm" fw={600}>
            {one.action.name}
          </Text>
          {one.note && <Text size="sm">{one.note}</Text>}
          <Text size="xs" c="dimmed" component="div">
            <DateText instant={one.at} /> · {one.who ?? 'Sistema'}
          </Text>
        </div>
      ))}
    </Stack>
  );
}

/** Stage changes, contacts and comments merged in one stream. */
function activityOf(prospect: Prospect, comments: readonly ActivityItem[]): ActivityItem[] {
  const items: ActivityItem[] = [
    ...prospect.history.map((one) => ({
      id: `e${one.id}`,
      kind: 'change' as const,
      who: one.who ?? 'Sistema',
      at: one.at,
      text: null,
      from: one.from,
      to: one.to,
      reason: one.text,
    })),
    ...prospect.contacts.map((one) => ({
      id: `c${one.id}`,
      kind: 'message' as const,
      who: one.who ?? 'Sistema',
      at: one.at,
      text: one.note ? `${one.action.name}: ${one.note}` : one.action.name,
    })),
  ];
  return newestFirst(items, comments);
}
