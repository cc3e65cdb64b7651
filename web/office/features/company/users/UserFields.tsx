import { MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import { organizationalRoleTypes } from '#contract/company/catalogs/peopleLists.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { listPartners } from '#contract/company/partners/partnerEndpoints.ts';
import { CUSTOMER_ROLE } from '#contract/company/roles/roles.ts';
import { roleNames } from '#contract/company/roles/rolesEndpoints.ts';
import { PARTNER_KIND_OF_TYPE } from '#contract/company/roles/rules.ts';
import type { FieldsOf } from '#web/office/lib/formErrors.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { USER_TYPE_CHOICES, type UserValues } from './userForm.ts';

const select = {
  comboboxProps: { withinPortal: false },
  searchable: true,
  nothingFoundMessage: 'Nada coincide',
};

/** Who somebody is and what they may; `own`: one's own roles and teams are not there to be changed. */
export function UserFields({ form, own }: { form: FieldsOf<UserValues>; own: boolean }) {
  return (
    <>
      <TextInput label="Nombre" required autoComplete="off" {...form.getInputProps('name')} />
      <TextInput
        label="Correo"
        description="Con él ingresa a la oficina."
        type="email"
        required
        autoComplete="off"
        {...form.getInputProps('email')}
      />
      <TextInput label="Celular" type="tel" autoComplete="off" {...form.getInputProps('phone')} />
      {!own && <PlaceFields form={form} />}
    </>
  );
}

function PlaceFields({ form }: { form: FieldsOf<UserValues> }) {
  const roles = useOptions(queryOf(roleNames, {}));
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const roleTypes = useOptions(queryOf(organizationalRoleTypes.list, {}));
  const kind = PARTNER_KIND_OF_TYPE[Number(form.values.user_type_id)];
  return (
    <>
      <NativeSelect
        label="Tipo"
        required
        data={USER_TYPE_CHOICES.map(({ value, label }) => ({ value: String(value), label }))}
        {...form.getInputProps('user_type_id')}
      />
      {kind && <PartnerField form={form} kind={kind} />}
      <MultiSelect
        label="Roles"
        description="Deciden qué puede hacer. Con varios, puede lo de todos."
        required
        data={roles
          .filter(({ id }) => id !== CUSTOMER_ROLE)
          .map(({ id, display_name }) => ({ value: String(id), label: display_name }))}
        {...select}
        {...form.getInputProps('role_ids')}
      />
      <NativeSelect
        label="Rol organizacional"
        data={[
          { value: '', label: 'Ninguno' },
          ...roleTypes.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        {...form.getInputProps('organizational_role_type_id')}
      />
      <MultiSelect
        label="Equipos"
        description="Proyectos en los que trabaja."
        data={projects.map(({ id, text }) => ({ value: String(id), label: text }))}
        {...select}
        {...form.getInputProps('project_ids')}
      />
    </>
  );
}

function PartnerField({ form, kind }: { form: FieldsOf<UserValues>; kind: 'contratista' | 'contratante' }) {
  const partners = useOptions(queryOf(listPartners, { query: { kind, per_page: 200 } }));
  return (
    <NativeSelect
      label="Empresa"
      data={[
        { value: '', label: 'Ninguna' },
        ...partners.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      {...form.getInputProps('partner_id')}
    />
  );
}
