// Runs the conformance cases of the CEL project on `crates/expression`. What expressions cannot do on purpose is listed here
// with the reason. A case that is supported and differs fails, and so does an entry of a list that no case needs.
import { spawnSync } from "node:child_process";

const [cases, evaluate] = process.argv.slice(2);
const { tests } = await import(cases);

/** Sections that are left out. */
const SECTIONS = {
	bindings_ext: "an extension",
	block_ext: "an extension",
	encoders_ext: "an extension",
	math_ext: "an extension",
	macros2: "an extension",
	optionals: "an extension",
	proto2_ext: "an extension",
	string_ext: "an extension",
	dynamic: "messages of Protocol Buffers",
	enums: "messages of Protocol Buffers",
	proto2: "messages of Protocol Buffers",
	proto3: "messages of Protocol Buffers",
	wrappers: "messages of Protocol Buffers",
	"comparisons/eq_wrapper": "messages of Protocol Buffers",
	"parse/struct_field_names": "messages of Protocol Buffers",
	"parse/receiver_function_names": "unknown functions are refused when an expression is read",
	"conversions/type": "types are no values",
	"fields/quoted_map_fields": "names in backquotes are an option of the language",
	namespace: "names have no container",
	timestamps: "dates are texts, and days_since and days_until count days",
	"string/matches": "the cost of a regular expression is not bounded",
	"type_deductions/flexible_type_parameter_assignment": "expressions are not type-checked",
	"type_deductions/legacy_nullable_types": "messages of Protocol Buffers",
	"type_deductions/type_parameters": "expressions are not type-checked",
	"type_deductions/wrappers": "messages of Protocol Buffers",
};

/** Functions that are left out. Where a case calls one, it is refused. */
const FUNCTIONS = {
	bytes: "fields have no bytes",
	duration: "dates are texts",
	timestamp: "dates are texts",
	type: "fields have known types",
};

/** Cases that are refused when they are read, with the refusal. */
const REFUSED = {
	"basic/functions/unbound": "The function “f_unknown” is not available.",
	"basic/functions/unbound_is_runtime_error": "The function “f_unknown” is not available.",
};

/** `dyn` only speaks to a type checker. */
const withoutDyn = (source) => source.replace(/\bdyn\(/g, "(");

/** A value in one form, so that it can be compared. */
function plain(value) {
	const [[kind, inner]] = Object.entries(value);
	switch (kind) {
		case "bytesValue":
			return { bytesValue: typeof inner === "string" ? [...Buffer.from(inner, "base64")] : inner };
		case "doubleValue":
			// Minus zero is zero.
			return { doubleValue: String(Number(inner) + 0) };
		case "listValue":
			return { listValue: (inner.values ?? []).map(plain) };
		case "mapValue":
			return { mapValue: (inner.entries ?? []).map((entry) => JSON.stringify([plain(entry.key), plain(entry.value)])).sort() };
		case "nullValue":
			return { nullValue: null };
		default:
			return { [kind]: inner };
	}
}

/** A binding as the program takes it. */
function bound(value) {
	const [[kind, inner]] = Object.entries(value);
	switch (kind) {
		case "bytesValue":
			return { bytesValue: [...Buffer.from(inner, "base64")] };
		case "listValue":
			return { listValue: { values: (inner.values ?? []).map(bound) } };
		case "mapValue":
			return { mapValue: { entries: (inner.entries ?? []).map((entry) => ({ key: bound(entry.key), value: bound(entry.value) })) } };
		default:
			return value;
	}
}

const found = [];
function collect(suite, path) {
	for (const { original } of suite.tests ?? []) found.push({ ...original, id: `${path}/${original.name}`, section: path });
	for (const inner of suite.suites ?? []) collect(inner, path ? `${path}/${inner.name}` : inner.name);
}
collect(tests, "");

const used = new Set();
function leftOut(id) {
	const section = Object.keys(SECTIONS).find((section) => id.startsWith(`${section}/`));
	if (section) used.add(section);
	return section !== undefined;
}

const asked = found.filter((test) => !leftOut(test.id) && !test.checkOnly);
const lines = asked.map((test) => {
	const bindings = Object.entries(test.bindings ?? {}).filter(([, { value }]) => !value.objectValue);
	return JSON.stringify({ expr: withoutDyn(test.expr), bindings: Object.fromEntries(bindings.map(([name, { value }]) => [name, bound(value)])) });
});
const run = spawnSync(evaluate, { input: lines.join("\n"), maxBuffer: 1 << 28 });
if (run.status !== 0) throw new Error(`evaluate: ${run.stderr}`);
const answers = run.stdout.toString().trim().split("\n").map((line) => JSON.parse(line));

let agreed = 0;
let refused = 0;
const failures = [];
for (const [index, test] of asked.entries()) {
	const answer = answers[index];
	const expected = test.value ?? test.typedResult?.result ?? { boolValue: true };
	const isError = Boolean(test.evalError ?? test.anyEvalErrors);
	const agrees = isError
		? answer.error !== undefined
		: answer.value !== undefined && JSON.stringify(plain(answer.value)) === JSON.stringify(plain(expected));
	const missing = /^The function “(.*)” is not available\.$/.exec(answer.refused ?? "")?.[1];
	if (agrees) {
		agreed += 1;
	} else if (missing && FUNCTIONS[missing]) {
		used.add(missing);
		refused += 1;
	} else if (answer.refused === "Messages are not available.") {
		refused += 1;
	} else if (answer.refused && REFUSED[test.id] === answer.refused) {
		used.add(test.id);
		refused += 1;
	} else {
		failures.push(`${test.id}: ${test.expr}\n  expected ${isError ? "an error" : JSON.stringify(expected)}, got ${JSON.stringify(answer)}`);
	}
}
for (const list of [SECTIONS, FUNCTIONS, REFUSED])
	for (const name of Object.keys(list)) if (!used.has(name)) failures.push(`${name} is listed, and no case needs it`);

if (failures.length > 0) {
	console.error(failures.join("\n"));
	console.error(`tests/cel: ${failures.length} of ${asked.length} cases differ`);
	process.exit(1);
}
console.log(`tests/cel: ${agreed} cases agree, ${refused} are refused on purpose, ${found.length - asked.length} are left out`);
