import '@mantine/tiptap/styles.layer.css';
import { Menu } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import { IconBraces } from '@tabler/icons-react';
import { ListItem } from '@tiptap/extension-list-item';
import { useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import type { ComponentProps } from 'react';
import { ClauseBody } from '#contract/legal/contractTemplates/document.ts';
import {
  fieldsOf,
  MERGE_FIELDS,
  type FieldName,
  type TemplateKind,
} from '#contract/legal/contractTemplates/fields.ts';
import { Campo } from './campo.ts';
import styles from './clauses.module.css';

interface ClauseEditorProps {
  kind: TemplateKind;
  /** Name for screen readers. */
  label: string;
  body: ClauseBody;
  onChange: (body: ClauseBody) => void;
}

/** @mantine/tiptap reads the same types from their other file. */
type Shown = ComponentProps<typeof RichTextEditor>['editor'];

const LABELS = {
  boldControlLabel: 'Negrita',
  italicControlLabel: 'Cursiva',
  underlineControlLabel: 'Subrayado',
  bulletListControlLabel: 'Lista',
  orderedListControlLabel: 'Lista con números',
  undoControlLabel: 'Deshacer',
  redoControlLabel: 'Rehacer',
};

/** Only what a clause may hold: paragraphs, flat lists, three looks and merge fields. */
const extensions = [
  StarterKit.configure({
    blockquote: false,
    code: false,
    codeBlock: false,
    heading: false,
    horizontalRule: false,
    link: false,
    strike: false,
    listItem: false,
  }),
  ListItem.extend({ content: 'paragraph+' }),
  Campo,
];

/** The rich editor of one clause. Load it only through lazy(): the editor is large. */
export function ClauseEditor({ kind, label, body, onChange }: ClauseEditorProps) {
  const editor = useEditor({
    extensions,
    content: body,
    immediatelyRender: true,
    injectCSS: false,
    editorProps: { attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true' } },
    onUpdate: ({ editor: now }) => {
      const parsed = ClauseBody.safeParse(now.getJSON());
      if (parsed.success) onChange(parsed.data);
    },
  });
  const add = (name: FieldName) =>
    editor.chain().focus().insertContent({ type: 'campo', attrs: { name } }).run();
  return (
    <RichTextEditor editor={editor as unknown as Shown} labels={LABELS} className={styles.editor}>
      <RichTextEditor.Toolbar>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Bold />
          <RichTextEditor.Italic />
          <RichTextEditor.Underline />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.BulletList />
          <RichTextEditor.OrderedList />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Undo />
          <RichTextEditor.Redo />
        </RichTextEditor.ControlsGroup>
        <Menu position="bottom-start" withinPortal>
          <Menu.Target>
            <RichTextEditor.Control aria-label="Poner un campo" className={styles.fieldButton}>
              <IconBraces size={16} aria-hidden /> Campo
            </RichTextEditor.Control>
          </Menu.Target>
          <Menu.Dropdown className={styles.fields}>
            {Object.entries(Object.groupBy(fieldsOf(kind), (name) => MERGE_FIELDS[name].group)).map(
              ([group, names]) => [
                <Menu.Label key={group}>{group}</Menu.Label>,
                ...names.map((name) => (
                  <Menu.Item key={name} onClick={() => add(name)}>
                    {MERGE_FIELDS[name].label}
                  </Menu.Item>
                )),
              ],
            )}
          </Menu.Dropdown>
        </Menu>
      </RichTextEditor.Toolbar>
      <RichTextEditor.Content />
    </RichTextEditor>
  );
}
