import { setPermitDependencies } from '#contract/works/permits/endpoints.ts';
import { PermitDependencies, type PermitRecord } from '#contract/works/permits/model.ts';
import { call } from '#web/office/lib/call.ts';
import { ManyField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const Chosen = PermitDependencies.pick({ depende_de: true });

interface DependenciesDrawerProps {
  permit: Pick<PermitRecord, 'id' | 'version' | 'depende_de' | 'candidatos'>;
  onClose: () => void;
}

/** Which permits have to be approved before this one is presented. */
export function DependenciesDrawer({ permit, onClose }: DependenciesDrawerProps) {
  const form = useRecordForm({
    schema: Chosen,
    initial: { depende_de: permit.depende_de, version: permit.version },
    send: (body, as, version) =>
      call(setPermitDependencies, { params: { id: permit.id }, body: { ...body, version } }, as),
    success: 'Dependencias guardadas.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title="Cambiar dependencias"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar dependencias"
    >
      <ManyField
        of={form}
        name="depende_de"
        label="Espera por"
        description="Sin ellos aprobados no se ingresa ni se aprueba."
        options={permit.candidatos.map(({ id, name, de }) => ({ value: id, label: `${name} · ${de}` }))}
      />
    </FormDrawer>
  );
}
