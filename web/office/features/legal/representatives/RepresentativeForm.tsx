import { SimpleGrid } from '@mantine/core';
import { listColleagues } from '#contract/company/users/lists.endpoints.ts';
import {
  addRepresentative,
  changeRepresentative,
  getRepresentative,
} from '#contract/legal/representatives/endpoints.ts';
import { NewRepresentative, type Representative } from '#contract/legal/representatives/model.ts';
import { POWER_KINDS } from '#contract/legal/representatives/rules.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { DayField, MoneyField, OptionField, SearchField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const valuesOf = (one: Representative) => ({
  ...one,
  document_type: one.document_type === 'pasaporte' ? ('pasaporte' as const) : ('cedula' as const),
  user_id: one.user?.id ?? null,
});

interface Props {
  /** The representative to correct; null: a new one. */
  representative: Representative | null;
  onClose: () => void;
}

/** Registers a representative, or corrects one and renews the power. */
export function RepresentativeForm({ representative, onClose }: Props) {
  const users = useOptions(queryOf(listColleagues, {}));
  const params = { id: representative?.id ?? 0 };
  const form = useRecordForm({
    schema: NewRepresentative,
    initial: representative ? valuesOf(representative) : { document_type: 'cedula' as const },
    reread: representative
      ? async () => valuesOf((await call(getRepresentative, { params })).data)
      : undefined,
    send: (body, as, version) =>
      representative
        ? call(changeRepresentative, { params, body: { ...body, version } }, as)
        : call(addRepresentative, { body }, as),
    success: representative ? 'Representante guardado.' : 'Representante registrado.',
    onDone: onClose,
  });
  const kept = representative?.user;
  return (
    <FormDrawer
      title={representative ? representative.name : 'Nuevo representante'}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel={representative ? 'Guardar representante' : 'Registrar representante'}
    >
      <TextField
        of={form}
        name="name"
        label="Nombre completo"
        description="Como está en su documento y en el poder: así lo escribe al firmar."
        maxLength={120}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <OptionField
          of={form}
          name="document_type"
          label="Tipo de documento"
          options={[
            { value: 'cedula', label: 'Cédula' },
            { value: 'pasaporte', label: 'Pasaporte' },
          ]}
        />
        <TextField of={form} name="document" label="Número de documento" maxLength={40} />
      </SimpleGrid>
      <TextField of={form} name="phone" label="Celular" maxLength={40} />
      <TextField
        of={form}
        name="email"
        label="Correo"
        description="Ahí le llegan el enlace para firmar y el código."
        maxLength={160}
      />
      <SearchField
        of={form}
        name="user_id"
        label="Usuario de la oficina"
        description="Si trabaja en la oficina. Nadie certifica su propia firma."
        clearable
        options={[...(kept && !users.some(({ id }) => id === kept.id) ? [kept] : []), ...users].map(
          ({ id, name }) => ({ value: id, label: name }),
        )}
      />
      <OptionField
        of={form}
        name="power_kind"
        label="De dónde viene el poder"
        nothing="Elige el documento"
        options={Object.entries(POWER_KINDS).map(([value, label]) => ({ value, label }))}
      />
      <TextField
        of={form}
        name="power_text"
        label="Datos del poder"
        description="Número, notaría o ficha, como se citan en los contratos."
        maxLength={300}
      />
      <MoneyField
        of={form}
        name="limit_centavos"
        label="Límite por documento"
        description="Vacío si el poder no tiene límite."
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <DayField of={form} name="valid_from" label="Vale desde" />
        <DayField of={form} name="valid_until" label="Vence" description="Vacío si no vence." />
      </SimpleGrid>
    </FormDrawer>
  );
}
