import { mergeAttributes, Node, nodeInputRule } from '@tiptap/react';
import { FIELD_NAMES, fieldLabel } from '#contract/legal/contractTemplates/fields.ts';

/** A merge field among the words of a clause: one piece that is put in, moved and deleted as a whole. */
export const Campo = Node.create({
  name: 'campo',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes() {
    return {
      name: {
        default: '',
        parseHTML: (element: HTMLElement) => element.getAttribute('data-campo') ?? '',
        renderHTML: ({ name }: Record<string, unknown>) => ({ 'data-campo': String(name) }),
      },
    };
  },
  parseHTML: () => [{ tag: 'span[data-campo]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'span',
    mergeAttributes(HTMLAttributes),
    fieldLabel(String(node.attrs['name'])),
  ],
  renderText: ({ node }) => `{{${String(node.attrs['name'])}}}`,
  // `{{precio}}` typed by hand becomes the field, if there is one of that name.
  addInputRules() {
    return [
      nodeInputRule({
        find: /\{\{(\w+)\}\}$/,
        type: this.type,
        getAttributes: ([, name]) => {
          const known = FIELD_NAMES.find((one) => one === name);
          return known ? { name: known } : false;
        },
      }),
    ];
  },
});
