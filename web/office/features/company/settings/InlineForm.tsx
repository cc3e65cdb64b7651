import { Button, Group, Stack } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { applyServerErrors, type Form } from '#web/office/lib/formErrors.ts';
import { ErrorTable } from '#web/office/ui/ErrorTable.tsx';

const INVALID = '[aria-invalid="true"]';

interface InlineFormProps<Values> {
  form: Form<Values>;
  onSubmit: (values: Values) => void;
  loading: boolean;
  error: Error | null;
  /** A verb: "Guardar horario". */
  submitLabel: string;
  children: ReactNode;
  /** Beside the submit, to its left. */
  beside?: ReactNode;
}

/** A form within a page: as FormDrawer does, the server's answer lands on its field and the focus with it. */
export function InlineForm<Values>(props: InlineFormProps<Values>) {
  const { form, onSubmit, loading, error, submitLabel, children, beside } = props;
  const body = useRef<HTMLFormElement>(null);
  const focusInvalid = () =>
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>(INVALID)?.focus());
  const place = useEffectEvent((refused: Error) => {
    applyServerErrors(form, refused);
    focusInvalid();
  });
  useEffect(() => {
    if (error) place(error);
  }, [error]);
  return (
    <form ref={body} noValidate onSubmit={(event) => form.onSubmit(onSubmit, focusInvalid)(event)}>
      <Stack gap="md">
        <ErrorTable error={error} />
        {children}
        <Group justify="flex-end" gap="xs">
          {beside}
          <Button type="submit" loading={loading}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
