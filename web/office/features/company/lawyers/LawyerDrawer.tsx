import { Button, Drawer, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { listUsers } from '#contract/company/users/endpoints.ts';
import {
  archiveLawyer,
  changeLawyer,
  createLawyer,
  getLawyer,
  LawyerForm,
  lawyerNames,
  lawyersWithUser,
  listLawyers,
  type LawyerRow,
} from '#contract/company/lawyers/lawyers.ts';
import { zodErrors } from '#web/office/lib/formErrors.ts';
import { showPhone } from '#web/office/lib/format.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useFilled } from '#web/office/lib/useFilled.ts';
import { Facts } from '#web/office/ui/Facts.tsx';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';

const TOUCHED = [listLawyers, getLawyer, lawyerNames, lawyersWithUser];

const EMPTY = { full_name: '', document: '', idoneidad: '', firm: '', phone: '', email: '', user_id: '' };
type Values = typeof EMPTY;

const valuesOf = (lawyer: LawyerRow): Values => ({
  full_name: lawyer.full_name,
  document: lawyer.document ?? '',
  idoneidad: lawyer.idoneidad ?? '',
  firm: lawyer.firm ?? '',
  phone: lawyer.phone ?? '',
  email: lawyer.email ?? '',
  user_id: lawyer.user ? String(lawyer.user.id) : '',
});

const wireOf = (values: Values) => ({
  ...values,
  phone: values.phone.trim() || null,
  email: values.email.trim() || null,
  user_id: values.user_id ? Number(values.user_id) : null,
});

/** The lawyer of the address: to be changed by who may, to be read by the others. */
export function OpenLawyer({ id, onClose }: { id: number; onClose: () => void }) {
  const mayEdit = useCan('legal.editar');
  const query = useQuery(queryOf(getLawyer, { params: { id } }));
  const lawyer = query.data?.data;
  if (lawyer && mayEdit) return <LawyerDrawer key={lawyer.id} lawyer={lawyer} onClose={onClose} />;
  return (
    <Drawer opened onClose={onClose} title={lawyer?.full_name ?? 'Abogado'}>
      {query.error ? (
        <Text role="alert">{sentence(query.error)}</Text>
      ) : !lawyer ? (
        <PendingPage />
      ) : (
        <Facts
          rows={[
            ['Documento', lawyer.document],
            ['Idoneidad', lawyer.idoneidad],
            ['Firma', lawyer.firm],
            ['Teléfono', lawyer.phone && showPhone(lawyer.phone)],
            ['Correo', lawyer.email],
            ['Usuario', lawyer.user?.name ?? 'No ingresa'],
          ]}
        />
      )}
    </Drawer>
  );
}

/** A lawyer's data; `lawyer` null: a new one. */
export function LawyerDrawer({ lawyer, onClose }: { lawyer: LawyerRow | null; onClose: () => void }) {
  const mayArchive = useCan('legal.anular');
  const mayLink = useCan('administracion.editar');
  const touched = { invalidates: TOUCHED, inline: true } as const;
  const create = useAction(createLawyer, { ...touched, success: 'Abogado agregado.' });
  const change = useAction(changeLawyer, { ...touched, success: 'Abogado guardado.' });
  const archive = useAction(archiveLawyer, {
    invalidates: TOUCHED,
    success: lawyer?.archived ? 'Recuperado del archivo.' : 'Abogado archivado.',
  });
  const save = lawyer ? change : create;
  const form = useForm<Values>({
    initialValues: lawyer ? valuesOf(lawyer) : EMPTY,
    validateInputOnBlur: true,
    validate: (values) => zodErrors(LawyerForm)(wireOf(values)),
  });
  const { filled, reload } = useFilled(
    lawyer,
    lawyer && queryOf(getLawyer, { params: { id: lawyer.id } }),
    ({ data }) => data,
    valuesOf,
  );
  const submit = (values: Values) => {
    const body = wireOf(values);
    if (lawyer)
      change.mutate(
        { params: { id: lawyer.id }, body: { ...body, version: filled?.version } },
        { onSuccess: onClose },
      );
    else create.mutate({ body }, { onSuccess: onClose });
  };
  return (
    <FormDrawer
      title={lawyer ? `Editar a ${lawyer.full_name}` : 'Nuevo abogado'}
      opened
      onClose={onClose}
      form={form}
      onSubmit={submit}
      loading={save.isPending}
      submitError={save.error}
      reload={reload}
      submitLabel={lawyer ? 'Guardar abogado' : 'Agregar'}
    >
      <TextInput label="Nombre completo" required {...form.getInputProps('full_name')} />
      <TextInput label="Cédula o pasaporte" {...form.getInputProps('document')} />
      <TextInput label="Idoneidad" {...form.getInputProps('idoneidad')} />
      <TextInput label="Firma de abogados" {...form.getInputProps('firm')} />
      <TextInput label="Teléfono" type="tel" {...form.getInputProps('phone')} />
      <TextInput label="Correo" type="email" {...form.getInputProps('email')} />
      {mayLink && <UserField lawyer={lawyer} input={form.getInputProps('user_id')} />}
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

/** Users with the lawyer's role or type: with one, the lawyer signs in to the office. */
function UserField({ lawyer, input }: { lawyer: LawyerRow | null; input: object }) {
  const byRole = useOptions(queryOf(listUsers, { query: { rol_id: 6, per_page: 200 } }));
  const byType = useOptions(queryOf(listUsers, { query: { tipo_id: 4, per_page: 200 } }));
  const known = new Map([...byRole, ...byType].map(({ id, name }) => [id, name]));
  if (lawyer?.user) known.set(lawyer.user.id, lawyer.user.name);
  return (
    <NativeSelect
      label="Usuario"
      description="Con uno, ingresa a la oficina."
      data={[
        { value: '', label: 'No ingresa' },
        ...[...known].map(([id, name]) => ({ value: String(id), label: name })),
      ]}
      {...input}
    />
  );
}
