import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState, type RefObject } from 'react';

interface SearchInputProps {
  box?: RefObject<HTMLInputElement | null>;
  label: string;
  w?: TextInputProps['w'];
  value: string;
  onChange: (q: string | undefined) => void;
}

/** Searches while the user types, debounced by 250 ms. */
export function SearchInput({ box, label, w, value, onChange }: SearchInputProps) {
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  const [seen, setSeen] = useState(value);
  const later = useDebouncedCallback((typed: string) => {
    const q = typed.trim();
    setSent(q);
    onChange(q || undefined);
  }, 250);
  // Follow a change of the URL from elsewhere (a view, "Quitar filtros"), but not our own: it may be older than the
  // text.
  if (value !== seen) {
    setSeen(value);
    if (value !== sent) setText(value);
  }
  return (
    <TextInput
      {...(box && { ref: box })}
      type="search"
      size="xs"
      w={w}
      aria-label={`Buscar: ${label}`}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        later(event.currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.blur();
      }}
    />
  );
}
