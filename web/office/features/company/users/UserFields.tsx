import { organizationalRoleTypes } from '#contract/company/catalogs/peopleLists.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { listPartners } from '#contract/company/partners/partnerEndpoints.ts';
import { CUSTOMER_ROLE } from '#contract/company/roles/roles.ts';
import { roleNames } from '#contract/company/roles/rolesEndpoints.ts';
import { PARTNER_KIND_OF_TYPE } from '#contract/company/roles/rules.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { ManyField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import type { RecordFormOf } from '#web/office/ui/form/useFields.ts';
import { USER_TYPE_CHOICES, type UserFieldsForm } from './userForm.ts';

type Of = RecordFormOf<typeof UserFieldsForm>;
const NOTHING = 'Nada coincide';

/** A user's identity and access. `own`: hides roles and teams, which users cannot change for themselves. */
export function UserFields({ of, own }: { of: Of; own: boolean }) {
  return (
    <>
      <TextField of={of} name="name" label="Nombre" autoComplete="off" />
      <TextField
        of={of}
        name="email"
        label="Correo"
        description="Con él ingresa a la oficina."
        type="email"
        autoComplete="off"
      />
      <TextField of={of} name="phone" label="Celular" type="tel" autoComplete="off" />
      {!own && <PlaceFields of={of} />}
    </>
  );
}

function PlaceFields({ of }: { of: Of }) {
  const roles = useOptions(queryOf(roleNames, {}));
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const roleTypes = useOptions(queryOf(organizationalRoleTypes.list, {}));
  const kind = PARTNER_KIND_OF_TYPE[Number(of.values.user_type_id)];
  return (
    <>
      <OptionField of={of} name="user_type_id" label="Tipo" options={USER_TYPE_CHOICES} />
      {kind && <PartnerField of={of} kind={kind} />}
      <ManyField
        of={of}
        name="role_ids"
        label="Roles"
        description="Deciden qué puede hacer. Con varios, puede lo de todos."
        nothingFoundMessage={NOTHING}
        options={roles
          .filter(({ id }) => id !== CUSTOMER_ROLE)
          .map(({ id, display_name }) => ({ value: id, label: display_name }))}
      />
      <OptionField
        of={of}
        name="organizational_role_type_id"
        label="Rol organizacional"
        nothing="Ninguno"
        options={roleTypes.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <ManyField
        of={of}
        name="project_ids"
        label="Equipos"
        description="Proyectos en los que trabaja."
        nothingFoundMessage={NOTHING}
        options={projects.map(({ id, text }) => ({ value: id, label: text }))}
      />
    </>
  );
}

function PartnerField({ of, kind }: { of: Of; kind: 'contratista' | 'contratante' }) {
  const partners = useOptions(queryOf(listPartners, { query: { kind, per_page: 200 } }));
  return (
    <OptionField
      of={of}
      name="partner_id"
      label="Empresa"
      nothing="Ninguna"
      options={partners.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}
