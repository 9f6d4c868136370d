/** A server of the Model Context Protocol, by its official SDK, from tools. */

import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import type { CallToolResult, McpServerFactory } from '@modelcontextprotocol/server';
import type { ServerContext, StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { onceFor } from '../../common/remembering.js';
import { nearest } from '../../contract/suggestions.js';
import { problemOf } from '../../emulator/control/problem.js';
import type { ControlContext } from '../../emulator/control/control-context.js';
import { contractTools } from './contract-tools.js';
import { journalTools } from './journal-tools.js';
import { sandboxTools } from './sandbox-tools.js';
import { worldTools } from './world-tools.js';
import type { CallControl } from '../../emulator/control/http/endpoint.js';
import words from './words.json' with { type: 'json' };
import { type Tool, ToolError } from './tool.js';
import type { DeclaredTool } from './tool-types.js';

/** The tools that need an emulator alone: they run no command and read no file of the user. */
export function emulatorTools(context: ControlContext, call: CallControl): Tool[] {
  const ofSandboxes = [...sandboxTools(context, call), ...worldTools(context, call), ...journalTools(call)];
  return [...ofSandboxes, ...contractTools(context)];
}

/** Makes the function that the SDK calls for each connection or request. It returns a server with the tools. */
export function toolServers(
  tools: readonly Tool[],
  { version, onInternalError }: { readonly version: string; readonly onInternalError: (error: Error) => void },
): McpServerFactory {
  return () => {
    const server = new McpServer({ name: 'id-emulator', version }, { instructions: words.instructions });
    for (const tool of tools) register(server, tool, onInternalError);
    return server;
  };
}

/** Adds a tool to a server. An error of the tool is a result, which the agent reads. */
function register(server: McpServer, tool: Tool, onInternalError: (error: Error) => void): void {
  const { name, declared } = tool;
  const { title, description, effect } = declared;
  server.registerTool(
    name,
    {
      title,
      description,
      ...schemasOf(declared),
      annotations: {
        title,
        readOnlyHint: effect === 'none',
        destructiveHint: effect === 'loss' || effect === 'outside',
        idempotentHint: effect === 'none',
        openWorldHint: effect === 'outside',
      },
    },
    async (input: object, context) => {
      try {
        const result = await tool.run(input, { signal: context.mcpReq.signal, progress: progressSender(context) });
        // Members without a value are left out.
        return contentOf(declared, JSON.parse(JSON.stringify(result)) as Readonly<Record<string, unknown>>);
      } catch (error) {
        const { message } = error instanceof ToolError ? error : problemOf(error, onInternalError);
        return { isError: true, content: [{ type: 'text', text: message }] };
      }
    },
  );
}

/** The compiled schemas of a tool. Each HTTP request has its own server, and compiling takes longer than its call. */
const schemasOf = onceFor((tool: DeclaredTool) => ({
  inputSchema: inputSchemaOf(tool),
  outputSchema: fromJsonSchema<object>({ type: 'object', properties: outputOf(tool) }),
}));

/** The schema of the input. The message of a refusal names the wrong argument, and all arguments that the tool has. */
function inputSchemaOf({ input, required = [] }: DeclaredTool): StandardSchemaWithJSON<object, object> {
  const schema = { type: 'object', properties: input, required, additionalProperties: false };
  const { '~standard': standard } = fromJsonSchema<object>(schema);
  const names = Object.keys(input);
  const validate: typeof standard.validate = async (value, ...others) => {
    const result = await standard.validate(value, ...others);
    if (result.issues === undefined) return result;

    const unknown = Object.keys(value as object).filter((name) => !names.includes(name));
    const mistakes = unknown.map((name) => `there is no argument "${name}"${nearest(name, names)}`);
    const sentences = mistakes.length > 0 ? mistakes : result.issues.map(({ message }) => message);

    return { issues: [{ message: `${sentences.join('; ')} The arguments are ${names.join(', ')}.` }] };
  };

  return { '~standard': { ...standard, validate } };
}

/** The members of the result. If some hold untrusted text, a member `untrusted` names them. */
function outputOf({ output, untrusted = [] }: DeclaredTool): DeclaredTool['output'] {
  if (untrusted.length === 0) return output;

  const marked = { type: 'array', items: { enum: untrusted }, description: `These members hold ${words.untrusted}` };
  return { untrusted: marked, ...output };
}

/** The result as values, and again as text for clients that read text alone. */
function contentOf({ untrusted = [] }: DeclaredTool, result: Readonly<Record<string, unknown>>): CallToolResult {
  const marked = untrusted.filter((member) => member in result);
  const hasUntrusted = marked.length > 0;
  const structuredContent = { ...(hasUntrusted && { untrusted: marked }), ...result };
  const json = JSON.stringify(structuredContent);
  const texts = hasUntrusted ? [`${marked.join(', ')}: ${words.untrusted}`, json] : [json];

  return { content: texts.map((text) => ({ type: 'text', text })), structuredContent };
}

/** What sends progress to the agent, if the agent has asked for it. */
function progressSender({ mcpReq }: ServerContext): (line: string) => void {
  const progressToken = mcpReq._meta?.progressToken;
  let progress = 0;
  return (message) => {
    if (progressToken === undefined || mcpReq.signal.aborted) return;

    const params = { progressToken, progress: ++progress, message };
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}
