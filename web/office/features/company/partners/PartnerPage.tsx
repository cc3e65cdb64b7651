import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { archivePartner, getPartner, restorePartner } from '#contract/company/partners/partnerEndpoints.ts';
import {
  ITBMS_WITHHOLDING,
  type PartnerKind,
  type PartnerRecord,
} from '#contract/company/partners/partners.ts';
import { RecordTasks } from '#web/office/features/company/tasks/RecordTasks.tsx';
import { RecordFiles } from '#web/office/features/company/comments/RecordFiles.tsx';
import { useComments } from '#web/office/features/company/comments/useComments.ts';
import { showPhone } from '#web/office/lib/format.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { ActivityStream } from '#web/office/ui/ActivityStream.tsx';
import { askConfirm } from '#web/office/ui/ask.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { RecordPage, type RecordAction } from '#web/office/ui/RecordPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { PaperStatePill } from './PaperStatePill.tsx';
import { PartnerDrawer } from './PartnerDrawer.tsx';
import { PartnerPapers } from './PartnerPapers.tsx';
import { PARTNER_WORDS } from './partnerWords.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';

/** One contractor or contracting company: its data, its documents and its users. */
export function PartnerPage({ id, kind, tab }: { id: number; kind: PartnerKind; tab?: string | undefined }) {
  const patch = usePatchSearch();
  const mayEdit = useCan('administracion.editar');
  const editing = useDrawer('editar');
  const query = useQuery(queryOf(getPartner, { params: { id } }));
  const comments = useComments('socio', id);
  const partner = query.data?.data;
  const actions = usePartnerActions(partner, () => editing.open());
  if (query.error) throw query.error;
  if (!partner) return <PendingPage />;
  // A link to any partner leads to the contractors: a comment, a file or a task does not know the kind.
  if (partner.kind !== kind)
    return (
      <Navigate
        replace
        to={`/oficina/${PARTNER_WORDS[partner.kind].path}/$id`}
        params={{ id }}
        search={{ tab }}
      />
    );
  const worst = (['vencido', 'por_vencer'] as const).find((state) => partner.papers[state] > 0);
  return (
    <>
      <RecordPage
        of={['socio', partner.id]}
        title={partner.name}
        subtitle={
          <span className="figures">
            RUC {partner.ruc} DV {partner.dv}
          </span>
        }
        state={
          partner.archived ? (
            <StatePill tone="neutral" label="Archivado" />
          ) : (
            worst && <PaperStatePill state={worst} count={partner.papers[worst]} />
          )
        }
        turn={null}
        facts={[
          { label: 'Representante legal', value: partner.legal_representative ?? '—' },
          { label: 'Próximo vencimiento', value: <DateText day={partner.next_expiry} /> },
          { label: 'Usuarios', value: partner.users.length },
        ]}
        actions={actions}
        tab={tab ?? 'papeles'}
        onTab={(key) => patch({ tab: key })}
        tabs={[
          {
            key: 'papeles',
            label: 'Documentos',
            count: partner.papers.vencido + partner.papers.por_vencer,
            content: <PartnerPapers partner={partner} />,
          },
          { key: 'datos', label: 'Datos', content: <PartnerData partner={partner} /> },
        ]}
        activity={
          <Stack gap="lg">
            <RecordTasks reference="socio" id={id} />
            <RecordFiles reference="socio" id={id} attachedOnly />
            <ActivityStream {...comments} onComment={mayEdit ? comments.onComment : null} />
          </Stack>
        }
      />
      {editing.opened && <PartnerDrawer kind={kind} partner={partner} onClose={editing.close} />}
    </>
  );
}

function PartnerData({ partner }: { partner: PartnerRecord }) {
  return (
    <Stack gap="md">
      <Section title="Datos">
        <Facts
          rows={[
            ['RUC', `${partner.ruc} DV ${partner.dv}`],
            ['Representante legal', partner.legal_representative],
            ['Documento del representante', partner.representative_document],
            ['Ficha o folio', partner.registry_sheet],
            ['Finca madre', partner.property_number],
            ['Código de ubicación', partner.location_code],
            [
              partner.kind === 'contratante' ? 'Retiene ITBMS' : 'Se le retiene ITBMS',
              partner.itbms_withholding && ITBMS_WITHHOLDING[partner.itbms_withholding],
            ],
            ['Teléfono', partner.phone && showPhone(partner.phone)],
            ['Correo', partner.email],
            ['Notas', partner.notes || null],
          ]}
        />
      </Section>
      <Section title="Usuarios" text="Quienes ingresan a la oficina por esta empresa.">
        {partner.users.length === 0 ? (
          <Text size="sm" c="dimmed">
            Ninguno. Se elige la empresa al invitar a una persona de tipo {PARTNER_WORDS[partner.kind].one}.
          </Text>
        ) : (
          <Stack gap={4}>
            {partner.users.map((one) => (
              <Text size="sm" key={one.id}>
                <PageLink to="/oficina/usuarios/$id" params={{ id: one.id }} underline="always">
                  {one.name}
                </PageLink>{' '}
                · {one.email}
                {!one.active && ' · desactivado'}
              </Text>
            ))}
          </Stack>
        )}
      </Section>
    </Stack>
  );
}

function usePartnerActions(partner: PartnerRecord | undefined, onEdit: () => void): RecordAction[] {
  const mayEdit = useCan('administracion.editar');
  const mayArchive = useCan('administracion.anular');
  const archive = useAction(archivePartner, { success: 'Archivado.' });
  const restore = useAction(restorePartner, { success: 'Recuperado del archivo.' });
  if (!partner) return [];
  const sent = { params: { id: partner.id }, body: { version: partner.version } };
  const edit: RecordAction = { key: 'edit', label: 'Editar datos', whyNot: null, onRun: onEdit };
  const back: RecordAction = {
    key: 'restore',
    label: 'Recuperar del archivo',
    whyNot: null,
    loading: restore.isPending,
    onRun: () => restore.mutate(sent),
  };
  const askArchive = async () => {
    const yes = await askConfirm({
      title: `¿Archivar ${partner.name}?`,
      text: 'Deja de ofrecerse en contratos nuevos. Los que tiene siguen su curso.',
      confirm: 'Archivar',
      danger: true,
    });
    if (yes) archive.mutate(sent);
  };
  const away: RecordAction = {
    key: 'archive',
    label: 'Archivar',
    whyNot: partner.users.some(({ active }) => active)
      ? 'Todavía tiene usuarios activos: desactívalos primero.'
      : null,
    danger: true,
    onRun: () => void askArchive(),
  };
  return [...(mayEdit ? [edit] : []), ...(mayArchive ? [partner.archived ? back : away] : [])];
}
