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

const icons = new Map(
  Object.entries<LucideIcon>({
    Bash: SquareTerminal,
    BashOutput: SquareTerminal,
    KillShell: SquareTerminal,
    Read: FileText,
    LS: FileText,
    Edit: FilePen,
    MultiEdit: FilePen,
    Write: FilePen,
    NotebookEdit: FilePen,
    Grep: Search,
    Glob: Search,
    Task: Bot,
    Agent: Bot,
    WebFetch: Globe,
    WebSearch: Globe,
    TodoWrite: ListTodo,
    TaskCreate: ListTodo,
    TaskUpdate: ListTodo,
    TaskList: ListTodo,
    TaskGet: ListTodo,
    TaskOutput: SquareTerminal,
    TaskStop: SquareTerminal,
    NotebookRead: FileText,
    LSP: FileCode,
    ToolSearch: Search,
    Skill: BookOpen,
    SlashCommand: BookOpen,
    AskUserQuestion: MessageCircleQuestionMark,
    EnterPlanMode: ClipboardList,
    ExitPlanMode: ClipboardList,
  }),
)

export const ToolIcon = ({ name }: { readonly name: string }): ReactNode => {
  const Icon = icons.get(name) ?? (name.startsWith('mcp__') ? Puzzle : Wrench)
  return <Icon size={14} aria-hidden="true" />
}
