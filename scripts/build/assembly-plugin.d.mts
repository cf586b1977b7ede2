import type { Plugin } from 'vite'

export declare function assemblyPlugin(): Plugin
