import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listUsers } from '#contract/company/users/endpoints.ts';
import {
  archiveLawyer,
  changeLawyer,
  createLawyer,
  getLawyer,
  LawyerForm,
  type LawyerRow,
} from '#contract/company/lawyers/lawyers.ts';
import { call } from '#web/office/lib/call.ts';
import { showPhone } from '#web/office/lib/format.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { Facts } from '#web/office/ui/Facts.tsx';
import { OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import type { RecordFormOf } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { RecordDrawer, type Beside } from '#web/office/ui/RecordDrawer.tsx';

const valuesOf = (lawyer: LawyerRow) => ({ ...lawyer, user_id: lawyer.user?.id ?? null });

/** The open lawyer: a form with permission to edit, else read only. */
export function OpenLawyer({ id, onClose, beside }: { id: number; onClose: () => void; beside: Beside }) {
  const mayEdit = useCan('legal.editar');
  const query = useQuery(queryOf(getLawyer, { params: { id } }));
  const lawyer = query.data?.data;
  if (lawyer && mayEdit) return <LawyerDrawer key={lawyer.id} lawyer={lawyer} onClose={onClose} />;
  return (
    <RecordDrawer
      title={lawyer?.full_name ?? 'Abogado'}
      onClose={onClose}
      record={lawyer}
      error={query.error}
      beside={beside}
    >
      {(one) => (
        <Facts
          rows={[
            ['Documento', one.document],
            ['Idoneidad', one.idoneidad],
            ['Firma', one.firm],
            ['Teléfono', one.phone && showPhone(one.phone)],
            ['Correo', one.email],
            ['Usuario', one.user?.name ?? 'No ingresa'],
          ]}
        />
      )}
    </RecordDrawer>
  );
}

/** A lawyer's form; `lawyer` null: a new one. */
export function LawyerDrawer({ lawyer, onClose }: { lawyer: LawyerRow | null; onClose: () => void }) {
  const mayArchive = useCan('legal.anular');
  const mayLink = useCan('administracion.editar');
  const archive = useAction(archiveLawyer, {
    success: lawyer?.archived ? 'Recuperado del archivo.' : 'Abogado archivado.',
  });
  const params = { id: lawyer?.id ?? 0 };
  const form = useRecordForm({
    schema: LawyerForm,
    initial: lawyer ? valuesOf(lawyer) : {},
    reread: lawyer ? async () => valuesOf((await call(getLawyer, { params })).data) : undefined,
    send: (body, as, version) =>
      lawyer
        ? call(changeLawyer, { params, body: { ...body, version } }, as)
        : call(createLawyer, { body }, as),
    success: lawyer ? 'Abogado guardado.' : 'Abogado agregado.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={lawyer ? `Editar a ${lawyer.full_name}` : 'Nuevo abogado'}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel={lawyer ? 'Guardar abogado' : 'Agregar'}
    >
      <TextField of={form} name="full_name" label="Nombre completo" />
      <TextField of={form} name="document" label="Cédula o pasaporte" />
      <TextField of={form} name="idoneidad" label="Idoneidad" />
      <TextField of={form} name="firm" label="Firma de abogados" />
      <TextField of={form} name="phone" label="Teléfono" type="tel" />
      <TextField of={form} name="email" label="Correo" type="email" />
      {mayLink && <UserField lawyer={lawyer} of={form} />}
      {lawyer && mayArchive && (
        <Stack align="flex-start">
          <Button
            variant="default"
            loading={archive.isPending}
            onClick={() =>
              archive.mutate(
                { params: { id: lawyer.id }, body: { archived: !lawyer.archived, version: lawyer.version } },
                { onSuccess: onClose },
              )
            }
          >
            {lawyer.archived ? 'Recuperar del archivo' : 'Archivar abogado'}
          </Button>
        </Stack>
      )}
    </FormDrawer>
  );
}

/** Links a user with the lawyer's role or type, so the lawyer can sign in to the office. */
function UserField({ lawyer, of }: { lawyer: LawyerRow | null; of: RecordFormOf<typeof LawyerForm> }) {
  const byRole = useOptions(queryOf(listUsers, { query: { rol_id: 6, per_page: 200 } }));
  const byType = useOptions(queryOf(listUsers, { query: { tipo_id: 4, per_page: 200 } }));
  const known = new Map([...byRole, ...byType].map(({ id, name }) => [id, name]));
  if (lawyer?.user) known.set(lawyer.user.id, lawyer.user.name);
  return (
    <OptionField
      of={of}
      name="user_id"
      label="Usuario"
      description="Con uno, ingresa a la oficina."
      nothing="No ingresa"
      options={[...known].map(([value, label]) => ({ value, label }))}
    />
  );
}
