/** A sign for each kind of tool. */
import {
  BookOpen,
  Bot,
  ClipboardList,
  FileCode,
  FilePen,
  FileText,
  Globe,
  ListTodo,
  MessageCircleQuestionMark,
  Puzzle,
  Search,
  SquareTerminal,
  Wrench,
  type LucideIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { ToolKind } from '../../../app/model/tool-kind.ts'

const icons: Readonly<Record<ToolKind, LucideIcon>> = {
  read: FileText,
  'read-notebook': FileText,
  write: FilePen,
  edit: FilePen,
  'edit-notebook': FilePen,
  find: Search,
  shell: SquareTerminal,
  'other-shell': Wrench,
  'shell-output': SquareTerminal,
  'task-output': SquareTerminal,
  'stop-shell': SquareTerminal,
  'stop-task': SquareTerminal,
  agent: Bot,
  ask: MessageCircleQuestionMark,
  approve: ClipboardList,
  web: Globe,
  todo: ListTodo,
  notes: ListTodo,
  'find-tool': Search,
  harmless: Wrench,
  other: Wrench,
}

/** Tools with a sign that says more than their kind does. */
const byName = new Map<string, LucideIcon>([
  ['LS', FileText],
  ['LSP', FileCode],
  ['Skill', BookOpen],
  ['SlashCommand', BookOpen],
  ['EnterPlanMode', ClipboardList],
])

export const ToolIcon = ({ name, tool }: { readonly name: string; readonly tool: ToolKind }): ReactNode => {
  const Icon = byName.get(name) ?? (name.startsWith('mcp__') ? Puzzle : icons[tool])
  return <Icon size={14} aria-hidden="true" />
}
