/**
 * A form in a drawer. Labels above, one column, checks on leaving a field (`validateInputOnBlur: true` in useForm).
 * The server's answer lands on its field, also under names like `grupo_familiar[0][cedula]`; what belongs to no
 * field stands above. Leaving with unsaved changes asks. Recipe:
 *   const save = useAction(createLot, { invalidates: [listLots], success: 'Lote creado.', inline: true });
 *   const form = useForm({ initialValues: { lote: '' }, validateInputOnBlur: true, validate: zodErrors(CreateLot) });
 *   <FormDrawer title="Nuevo lote" opened={opened} onClose={close} form={form} submitLabel="Crear lote"
 *     loading={save.isPending} submitError={save.error} onSubmit={(body) => save.mutate({ body }, { onSuccess: close })}>
 *     <TextInput label="Lote" required {...form.getInputProps('lote')} />
 *   </FormDrawer>
 */
import { Box, Button, Drawer, Group, Stack } from '@mantine/core';

import { useEffect, useRef, type ReactNode } from 'react';
import { applyServerErrors, type Form } from '../lib/formErrors.ts';
import { useUnsavedGuard } from '../lib/useUnsavedGuard.ts';
import { ErrorTable } from './ErrorTable.tsx';

interface FormDrawerProps<Values> {
  title: string;
  opened: boolean;
  onClose: () => void;
  form: Form<Values>;
  onSubmit: (values: Values) => void;
  /** The submit is under way: a spinner, and it cannot be pressed twice. */
  loading: boolean;
  /** What the last submit raised; null when it went well or has not been. */
  submitError: Error | null;
  /** A verb: "Crear lote". */
  submitLabel: string;
  children: ReactNode;
}

export function FormDrawer<Values>(props: FormDrawerProps<Values>) {
  const { title, opened, onClose, form, onSubmit, loading, submitError, submitLabel, children } = props;
  const body = useRef<HTMLFormElement>(null);
  const dirty = opened && form.isDirty();
  const mayLeave = useUnsavedGuard(dirty && !loading);

  const close = async () => {
    if (loading || !(await mayLeave())) return;
    form.reset();
    onClose();
  };
  const focusError = () =>
    requestAnimationFrame(() =>
      body.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error="true"] input')?.focus(),
    );

  const latest = useRef(form);
  latest.current = form;
  useEffect(() => {
    if (!submitError) return;
    applyServerErrors(latest.current, submitError);
    focusError();
  }, [submitError]);

  return (
    <Drawer opened={opened} onClose={() => void close()} title={title} closeOnClickOutside={!dirty}>
      <form ref={body} noValidate onSubmit={form.onSubmit(onSubmit, focusError)}>
        <Stack gap="md">
          <ErrorTable error={submitError} />
          {children}
          <Box h={8} />
        </Stack>
        <Group
          justify="flex-end"
          gap="xs"
          pos="sticky"
          bottom={0}
          py="sm"
          bg="var(--mantine-color-body)"
          style={{ zIndex: 1 }}
        >
          <Button variant="default" onClick={() => void close()} disabled={loading}>
            Cancelar
          </Button>
          <Button type="submit" loading={loading}>
            {submitLabel}
          </Button>
        </Group>
      </form>
    </Drawer>
  );
}
