import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { seek } from '#contract/overview/search/endpoints.ts';
import { call } from '#web/office/lib/call.ts';

interface PersonFieldProps {
  label: string;
  value: number | null;
  error?: string | undefined;
  onChange: (id: number | null) => void;
}

/** Chooses a registered person by name, phone or document. */
export function PersonField({ label, value, error, onChange }: PersonFieldProps) {
  const [typed, setTyped] = useState('');
  const [sought] = useDebouncedValue(typed.trim(), 300);
  const found = useQuery({
    queryKey: [seek.path, 'persona', sought],
    queryFn: () => call(seek, { body: { q: sought, limit: 12 } }, { hold: false }),
    enabled: sought.length > 2,
    placeholderData: keepPreviousData,
  });
  const people = (found.data?.data ?? []).filter(({ kind }) => kind === 'persona');
  return (
    <Select
      label={label}
      description="Escribe su nombre, celular o cédula. Tiene que estar registrada con su documento."
      searchable
      clearable
      comboboxProps={{ withinPortal: false }}
      nothingFoundMessage={sought.length > 2 ? 'No encontramos a nadie.' : 'Escribe al menos 3 letras.'}
      filter={({ options }) => options}
      data={people.map(({ id, title, subtitle }) => ({ value: String(id), label: `${title} · ${subtitle}` }))}
      value={value === null ? null : String(value)}
      onSearchChange={setTyped}
      onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
      error={error}
    />
  );
}
