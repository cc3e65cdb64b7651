import { Combobox, Textarea, useCombobox } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import styles from './ActivityStream.module.css';

export interface Named {
  id: number;
  name: string;
}

/** "@" and the beginning of a name, right before the caret. */
const ASKED = /(?:^|\s)@([\p{L}\d .'-]{0,40})$/u;

interface MentionTextProps {
  value: string;
  onChange: (text: string) => void;
  /** Somebody was chosen after "@". */
  onMention: (person: Named) => void;
  /** Who may be mentioned, by the beginning of a name. */
  find: (q: string) => Promise<readonly Named[]>;
  /** Ctrl+Enter. */
  onSubmit: () => void;
}

/** The text of a comment: after "@" it offers the colleagues who may see the record. */
export function MentionText({ value, onChange, onMention, find, onSubmit }: MentionTextProps) {
  const store = useCombobox({ onDropdownClose: () => store.resetSelectedOption() });
  const [offered, setOffered] = useState<{ q: string; people: readonly Named[] } | null>(null);

  async function ask(text: string, caret: number): Promise<void> {
    const q = ASKED.exec(text.slice(0, caret))?.[1];
    if (q === undefined) {
      setOffered(null);
      return store.closeDropdown();
    }
    setOffered({ q, people: [] });
    const people = await find(q.trim()).catch(() => []);
    setOffered((now) => (now?.q === q ? { q, people } : now));
    if (people.length > 0) store.openDropdown();
    else store.closeDropdown();
    store.selectFirstOption();
  }

  function choose(id: string): void {
    const person = offered?.people.find((one) => String(one.id) === id);
    store.closeDropdown();
    if (!person || !offered) return;
    const at = value.lastIndexOf(`@${offered.q}`);
    if (at < 0) return;
    onChange(`${value.slice(0, at)}@${person.name} ${value.slice(at + offered.q.length + 1)}`);
    onMention(person);
    setOffered(null);
  }

  return (
    <Combobox store={store} onOptionSubmit={choose} position="bottom-start">
      <Combobox.Target withKeyboardNavigation={store.dropdownOpened}>
        <Textarea
          aria-label="Comentario"
          placeholder="Escribe un comentario para tus compañeros. Con @ mencionas a alguien."
          autosize
          minRows={2}
          maxLength={4000}
          value={value}
          onChange={({ currentTarget }) => {
            onChange(currentTarget.value);
            void ask(currentTarget.value, currentTarget.selectionStart);
          }}
          onBlur={() => store.closeDropdown()}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key === 'Escape' && store.dropdownOpened) event.stopPropagation();
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!offered || offered.people.length === 0}>
        <Combobox.Options aria-label="Compañeros">
          {offered?.people.map(({ id, name }) => (
            <Combobox.Option key={id} value={String(id)}>
              {name}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** A comment with the names of the mentioned marked. Plain text throughout: nothing in it becomes HTML. */
export function MentionedText({ text, mentions }: { text: string; mentions: readonly Named[] }) {
  const parts: { text: string; named: boolean }[] = [{ text, named: false }];
  for (const { name } of mentions) {
    const at = parts.findIndex((part) => !part.named && part.text.includes(`@${name}`));
    const part = parts[at];
    if (!part) continue;
    const [before = '', ...after] = part.text.split(`@${name}`);
    parts.splice(
      at,
      1,
      { text: before, named: false },
      { text: `@${name}`, named: true },
      { text: after.join(`@${name}`), named: false },
    );
  }
  return parts.map((part, at) =>
    part.named ? (
      <b key={at} className={styles.mention}>
        {part.text}
      </b>
    ) : (
      part.text
    ),
  );
}
