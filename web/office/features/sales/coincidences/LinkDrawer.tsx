import { SegmentedControl } from '@mantine/core';
import { getCoincidence, linkPeople } from '#contract/sales/coincidences/endpoints.ts';
import { LINKS, type Coincidence } from '#contract/sales/coincidences/model.ts';
import { call } from '#web/office/lib/call.ts';
import { useIdOptions } from '#web/office/lib/formLists.ts';
import { bound, OptionField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const Link = linkPeople.body.omit({ version: true });

interface LinkDrawerProps {
  pair: Coincidence;
  onClose: () => void;
}

/** Records that the two persons are different and related: one pays with the other, or they are family. */
export function LinkDrawer({ pair, onClose }: LinkDrawerProps) {
  const params = { id: pair.id };
  const valuesOf = ({ version }: { version: number }) => ({ vinculo: 'familiar' as const, version });
  const form = useRecordForm({
    schema: Link,
    initial: valuesOf(pair),
    check: ({ vinculo, parentesco_id }) => ({
      parentesco_id:
        vinculo === 'codeudor' || parentesco_id !== null ? null : 'Elige el parentesco de la lista.',
    }),
    reread: async () => valuesOf((await call(getCoincidence, { params })).data),
    send: ({ vinculo, parentesco_id = null }, as, version) =>
      call(
        linkPeople,
        {
          params,
          body: {
            vinculo,
            parentesco_id: vinculo === 'familiar' ? parentesco_id : null,
            version: version ?? pair.version,
          },
        },
        as,
      ),
    success: 'Personas vinculadas.',
    onDone: onClose,
  });
  const link = bound(form, 'vinculo');
  const kinships = useIdOptions('parentescos');
  return (
    <FormDrawer title="Vincular" opened onClose={onClose} {...form.frame} submitLabel="Vincular">
      <SegmentedControl
        aria-label="Qué son"
        value={link.value ?? 'familiar'}
        onChange={link.set}
        data={Object.entries(LINKS).map(([value, label]) => ({ value, label }))}
      />
      {link.value === 'familiar' && (
        <OptionField
          of={form}
          name="parentesco_id"
          label={`${pair.right.nombre} es, de ${pair.left.nombre}`}
          required
          nothing="Elige el parentesco"
          options={kinships}
        />
      )}
    </FormDrawer>
  );
}
