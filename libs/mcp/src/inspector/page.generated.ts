// Long because it is the page as a text: made by tools/inspector-page.mjs from libs/mcp/inspector.

export const MARKUP: string = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Toolport inspector</title>
    <!-- style -->
  </head>
  <body>
    <a class="skip" href="#content">Skip to the content</a>
    <header id="top"></header>
    <div class="columns">
      <nav id="index" aria-label="What the server offers"></nav>
      <main id="content" tabindex="-1"></main>
    </div>
    <noscript>The inspector needs JavaScript.</noscript>
    <!-- script -->
  </body>
</html>
`;

export const STYLE: string = `:root{color-scheme:light dark;--ground: light-dark(#f6f7f9, #14161a);--paper: light-dark(#ffffff, #1b1e24);
--sunk: light-dark(#f6f7f9, #15171c);--line: light-dark(#dfe3e8, #2e333c);--line-strong: light-dark(#8b94a3,
#6d7685);--ink: light-dark(#1b2430, #e6e9ee);--quiet: light-dark(#576273, #9ba6b5);--accent: light-dark(#2451b2,
#8fb4ff);--accent-ground: light-dark(#e9effb, #232f49);--on-accent: light-dark(#ffffff, #10182a);--good:
light-dark(#17693f, #7fd3a4);--bad: light-dark(#b3261e, #ff9e95);--warn: light-dark(#8a4b00, #f0bb6c);
--warn-ground: light-dark(#fdf1e0, #3a2c17);--calm-ground: light-dark(#e6f3ec, #1d3328);--string: light-dark(#17693f,
#98d8ae);--key: light-dark(#2451b2, #9cbcff);--literal: light-dark(#8a3ea8, #d9a6f0);--mono: ui-monospace,
"SF Mono", "Cascadia Code", "DejaVu Sans Mono", Consolas, monospace;font:14px/1.5 system-ui,-apple-system,Segoe
UI,Roboto,DejaVu Sans,sans-serif;color:var(--ink);background:var(--ground)}*{box-sizing:border-box}[hidden]{
display:none!important}body{margin:0;height:100dvh;display:grid;grid-template-rows:auto minmax(0,1fr)}
h1,h2,h3,p,ul,ol,dl,dd,figure{margin:0;padding:0}ul,ol{list-style:none}h1{font-size:16px;font-weight:600}
h3{font-size:13px;font-weight:600}code,.code,pre,kbd,.name{font-family:var(--mono);font-size:12.5px}
.quiet,.hint,.type,.version,.count,kbd{color:var(--quiet)}:focus-visible{outline:2px solid var(--accent);
outline-offset:2px}main:focus-visible{outline-offset:-3px}input[type=text],input[type=search],select,
textarea{width:100%;min-height:32px;padding:5px 9px;font:inherit;color:inherit;background:var(--paper);
border:1px solid var(--line-strong);border-radius:6px}textarea{field-sizing:content;min-height:32px;
max-height:40vh;resize:vertical}.call input[type=text],.call textarea,textarea.code{font-family:var(--mono);
font-size:12.5px}::placeholder{color:var(--quiet);opacity:.85}[aria-invalid]{border-color:var(--bad)!important}
.secret{-webkit-text-security:disc}button{min-height:32px;padding:4px 14px;font:inherit;font-weight:500;
color:inherit;background:var(--paper);border:1px solid var(--line-strong);border-radius:6px;cursor:pointer}
button:hover{border-color:var(--ink)}button.primary{color:var(--on-accent);background:var(--accent);
border-color:var(--accent);min-width:88px}button[aria-disabled=true]{opacity:.55;cursor:progress}button.small{
min-height:26px;padding:1px 10px;font-size:12.5px;border-color:var(--line)}input[type=checkbox],input[type=radio]{
accent-color:var(--accent);margin:0}.check{display:inline-flex;align-items:center;gap:7px}#top{display:flex;
flex-wrap:wrap;align-items:end;gap:8px 24px;padding:12px 24px;background:var(--paper);border-bottom:1px
solid var(--line)}.who{flex:1 1 220px;min-width:0}.who p{font-size:12.5px}.version{margin-left:8px;font-weight:400;
font-size:13px}.settings{display:flex;flex-wrap:wrap;align-items:end;gap:8px 12px}.setting label{display:block;
font-size:12px;color:var(--quiet)}.setting input{width:150px}.setting .secret{width:190px}.settings .check{
min-height:32px;font-size:13px}.status,.unseen{position:absolute;width:1px;height:1px;overflow:hidden;
clip-path:inset(50%);white-space:nowrap}.skip{position:absolute;left:12px;top:-60px;z-index:2;padding:8px
14px;background:var(--paper);color:var(--accent);border-radius:6px}.skip:focus{top:10px}.columns{display:grid;
grid-template-columns:272px minmax(0,1fr);min-height:0}#index{overflow-y:auto;padding:16px 12px 24px;
border-right:1px solid var(--line)}.filter{margin-bottom:6px}#index h2{display:flex;justify-content:space-between;
padding:14px 10px 4px;font-size:12px;font-weight:600;color:var(--quiet)}#index .quiet{padding:14px 10px}
.item{display:flex;align-items:center;justify-content:space-between;gap:8px;width:100%;min-height:30px;
padding:4px 10px;font-weight:400;text-align:left;background:none;border-color:transparent}.item.code{
font-family:var(--mono)}.item span:first-child{min-width:0;overflow-wrap:anywhere}.item:hover{background:light-dark(#eceff3,#20242b);
border-color:transparent}.item[aria-current]{background:var(--accent-ground);color:var(--accent);font-weight:500}
.item:focus-visible{outline-offset:-2px}.mark{flex:none;width:7px;height:7px;border-radius:50%;background:var(--good)}
.mark.warn{border-radius:1px;background:var(--bad)}.apart{margin-top:14px;padding-top:10px;border-top:1px
solid var(--line)}.count{font-weight:400;font-variant-numeric:tabular-nums}main{overflow-y:auto;background:var(--paper)}
article{max-width:1280px;padding:24px 28px 48px}article>h2{font-size:21px;line-height:1.3;font-weight:600;
overflow-wrap:anywhere}article>h2:focus-visible{outline-offset:4px;border-radius:2px}.key{margin-top:2px;
color:var(--quiet)}.description{max-width:74ch;margin-top:10px;white-space:pre-line;overflow-wrap:anywhere}
.facts{display:grid;grid-template-columns:112px minmax(0,1fr);gap:7px 16px;margin-top:18px}.facts:empty{
display:none}dt{color:var(--quiet)}dd{overflow-wrap:anywhere}.chips,.chain{display:flex;flex-wrap:wrap;
gap:6px}.chip{padding:0 9px;font-size:12.5px;line-height:21px;border:1px solid var(--line);border-radius:11px;
color:var(--quiet)}.chip.calm{color:var(--good);background:var(--calm-ground);border-color:transparent}
.chip.warn{color:var(--warn);background:var(--warn-ground);border-color:transparent}.chain li+li:before{
content:"→";margin-right:6px;color:var(--quiet)}.open{color:var(--warn)}.call{position:relative;margin-top:24px;
padding-top:20px;border-top:1px solid var(--line)}.call>h3{position:absolute;line-height:28px}.ways{
display:flex;justify-content:end;margin:0 0 14px;padding:0;border:0}.ways label{position:relative;cursor:pointer}
.ways input{position:absolute;inset:0;opacity:0}.ways span{display:block;padding:2px 14px;font-size:12.5px;
line-height:22px;border:1px solid var(--line-strong)}.ways label:nth-of-type(1) span{border-radius:6px
0 0 6px}.ways label:nth-of-type(2) span{border-left:0;border-radius:0 6px 6px 0}.ways input:checked+
span{color:var(--accent);background:var(--accent-ground)}.ways input:focus-visible+span{outline:2px solid
var(--accent);outline-offset:2px}.fields,fieldset.field{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,340px),1fr));
column-gap:20px;align-items:start}div.field{display:grid;grid-template-columns:minmax(0,1fr);grid-template-rows:subgrid;
grid-row:span 4;margin-bottom:16px}div.field>.hint{grid-row:2}div.field>:is(input,select,textarea){grid-row:3}
div.field.optional{display:block;grid-row:auto}fieldset.field,.field.optional,.items{grid-column:1 /
-1}fieldset.field{margin:0 0 16px;padding:8px 16px 0;border:1px solid var(--line);border-radius:8px}
fieldset.field>.hint,fieldset.field>.small{margin-bottom:14px;grid-column:1 / -1;justify-self:start}
fieldset.field>.hint{margin:-4px 0 10px}legend{padding:0 6px;margin-left:-6px}.field label,legend{font-size:13px}
.name{font-weight:600}.must{margin-left:2px;color:var(--bad)}.type{margin-left:8px;font-size:12px}.hint{
margin:1px 0 5px;font-size:12.5px;line-height:1.4;overflow-wrap:anywhere}.optional>fieldset{margin-top:10px}
.field label{padding-bottom:3px}.items>li{position:relative}.items>li>.small{position:absolute;top:-4px;
right:0}.items>li>fieldset+.small{top:-3px;right:12px;background:var(--paper)}.fault{margin-top:5px;
color:var(--bad);overflow-wrap:anywhere}.field .fault{font-size:12.5px}.buttons{display:flex;align-items:center;
gap:12px;margin-top:4px}kbd{font-size:12px}.panes{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));
gap:20px;margin-top:24px;scroll-margin:20px}.pane{max-height:64dvh;display:flex;flex-direction:column;
border:1px solid var(--line);border-radius:8px;overflow:hidden}.pane h3{padding:8px 14px;border-bottom:1px
solid var(--line);background:var(--sunk)}.pane-body{overflow-y:auto;display:grid;gap:12px;align-content:start;
padding:12px 14px 14px}.verdict{display:flex;flex-wrap:wrap;gap:4px 14px;font-variant-numeric:tabular-nums;
color:var(--quiet)}.verdict strong{font-weight:600}.good{color:var(--good)}.bad{color:var(--bad)}pre{
margin:0;padding:10px 12px;max-height:460px;overflow:auto;line-height:1.55;white-space:pre-wrap;overflow-wrap:anywhere;
background:var(--sunk);border:1px solid var(--line);border-radius:6px}.pane pre{max-height:none}.pane-body:focus-visible{
outline-offset:-3px}figcaption{margin-bottom:4px;font-size:12.5px;color:var(--quiet);overflow-wrap:anywhere}
.json-key{color:var(--key)}.json-string{color:var(--string)}.json-literal{color:var(--literal)}summary{
cursor:pointer;font-size:13px;overflow-wrap:anywhere;border-radius:4px}details>pre{margin-top:6px}.sent:before{
content:"↑ ";color:var(--accent)}.received:before{content:"↓ ";color:var(--good)}.schemas{display:grid;
gap:10px;margin-top:24px;padding-top:20px;border-top:1px solid var(--line)}.empty{margin-top:14px;font-size:15px}
.refusal .fault{margin:12px 0 6px;font-size:15px}article>h2+.quiet{margin-top:6px}.notices{margin-top:22px}
.notice{margin-top:8px;padding:10px 14px;max-width:90ch;border:1px solid var(--line);border-radius:8px}
.notice p{overflow-wrap:anywhere}.notice code{color:var(--warn)}@media(max-width:980px){.columns{grid-template-columns:208px
minmax(0,1fr)}#top,article{padding-inline:18px}.panes{grid-template-columns:minmax(0,1fr)}}@media(prefers-reduced-motion:no-preference){
button,.item{transition:background-color 80ms,border-color 80ms}}
`;

export const SCRIPT: string = `"use strict";(()=>{function h(tag,attributes={},...children){let element2=document.createElement(tag);for(let[name,value]of Object.
entries(attributes))typeof value=="function"?element2.addEventListener(name.replace(/^on/,""),value):
value!==void 0&&value!==!1&&element2.setAttribute(name,value===!0?"":value);return element2.append(...present(
children)),element2}function fill(element2,...children){element2.replaceChildren(...present(children))}
var ids=0;function newId(){return ids+=1,\`e\${ids}\`}function present(children){return children.filter(
child=>child!==!1&&child!==void 0)}function bootView({notices,unsaid}){let heading=h("h2",{tabindex:"-1"},"Boot report");if(!notices)return h(
"article",{},heading,h("p",{class:"empty"},"Guards, source methods and this report are for whoever s\\
tarted the application."),h("p",{class:"quiet"},String(unsaid)));if(notices.length===0)return h("art\\
icle",{},heading,h("p",{class:"empty"},"All is well: the boot had nothing to remark."));let places=[
...new Set(notices.map(({where})=>String(where)))];return h("article",{},heading,h("p",{class:"quiet"},
"Nothing of this keeps the application from starting; all of it is worth a look."),...places.map(place=>placeOf(
place,notices.filter(({where})=>where===place))))}function placeOf(place,notices){return h("section",
{class:"notices"},h("h3",{class:"code"},place),...notices.map(({code:code2,message,remedy})=>h("div",
{class:"notice"},h("code",{},String(code2)),h("p",{},String(message)),h("p",{class:"quiet"},\`→ \${String(
remedy)}\`))))}var SHOWN=1e5,TOKEN=/("(?:\\\\.|[^"\\\\])*")(\\s*:)?|\\b(?:true|false|null)\\b|-?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?/g;
function isJson(value){return typeof value=="object"&&value!==null&&!Array.isArray(value)}function wordOf(value){
return typeof value=="string"?value:JSON.stringify(value)??""}function jsonBlock(value,label){let text=JSON.
stringify(value,null,2)??"undefined";return codeBlock(text,text.length>SHOWN?void 0:coloured,label)}
function textBlock(text,label){return codeBlock(text,void 0,label)}function codeBlock(text,paint,label){
let rest=text.length-SHOWN,shown=rest>0?\`\${text.slice(0,SHOWN)}
… and \${rest} characters more\`:text,block=h("pre",{role:"group","aria-label":label??"JSON"});return block.
append(...paint?paint(shown):[shown]),block}function coloured(text){let parts=[],end=0;for(let{0:token,
1:string,2:colon,index}of text.matchAll(TOKEN)){parts.push(text.slice(end,index));let word=string??token;
parts.push(h("span",{class:kindOf(string,colon)},word),colon??""),end=index+token.length}return[...parts,
text.slice(end)]}function kindOf(string,colon){return colon!==void 0?"json-key":string===void 0?"jso\\
n-literal":"json-string"}var SORTS=[{sort:"tool",title:"Tools",method:"tools/list",field:"tools",key:"name",offered:"tools"},
{sort:"resource",title:"Resources",method:"resources/list",field:"resources",key:"uri",offered:"reso\\
urces"},{sort:"template",title:"Resource templates",method:"resources/templates/list",field:"resourc\\
eTemplates",key:"uriTemplate",offered:"resources"},{sort:"prompt",title:"Prompts",method:"prompts/li\\
st",field:"prompts",key:"name",offered:"prompts"}];async function readCatalogue(client,token){let{greeting,
...opening}=await client.open();if(!greeting)return{refusal:opening};let lists=await Promise.all(SORTS.
filter(({offered})=>isJson(greeting.capabilities[offered])).map(async sort=>({...sort,...await client.
list(sort.method,sort.field)}))),refusal=lists.find(({error})=>error);if(refusal)return{refusal};let inspection=await client.
request("dev.toolport/inspect",{token}),entries=lists.flatMap(({sort,field,key,items})=>{let origins=listIn(
inspection.result,field);return items.map(definition=>{let own=String(definition[key]);return{sort,key:own,
definition,origin:origins.find(origin=>origin.key===own)}})}),told=inspection.result?{notices:listIn(
inspection.result,"notices")}:{unsaid:wordOf(inspection.error?.message??"The server did not say why.")};
return{catalogue:{greeting,entries,...told}}}function listIn(result,field){let list=result?.[field];
return Array.isArray(list)?list.filter(isJson):[]}function readSchema(schema,root){let plain=settle(schema,root,0);return{schema:plain,kind:kindOf2(plain)}}
function typeWord(schema){let{type,format,enum:values}=schema;if(Array.isArray(values))return"one of";
if(typeof format=="string")return format;let types=[type].flat().filter(one=>one!=="null"&&one!==void 0);
return types.length>0?types.join(" or "):"any JSON"}function limitsOf(schema){let only=(keyword,word)=>schema[keyword]===
void 0?[]:[\`\${word} \${wordOf(schema[keyword])}\`];return[...between(schema.minimum,schema.maximum,""),
...between(schema.minLength,schema.maxLength," characters"),...between(schema.minItems,schema.maxItems,
" items"),...only("exclusiveMinimum","more than"),...only("exclusiveMaximum","less than"),...only("m\\
ultipleOf","a multiple of"),...only("pattern","pattern")]}function between(least,most,unit){let[from,
to]=[wordOf(least),wordOf(most)];return least===void 0?most===void 0?[]:[\`at most \${to}\${unit}\`]:most===
void 0?[\`at least \${from}\${unit}\`]:[from===to?\`\${to}\${unit}\`:\`\${from} to \${to}\${unit}\`]}var DEEPEST=16;
function settle(schema,root,depth){let{$ref:reference,allOf,anyOf,oneOf,...rest}=schema;if(depth>DEEPEST)
return{};let inner=part=>({...settle(part,root,depth+1),...rest});if(typeof reference=="string")return inner(
find(reference,root));if(Array.isArray(allOf)&&allOf.length===1&&isJson(allOf[0]))return inner(allOf[0]);
let alternatives=anyOf??oneOf;if(!Array.isArray(alternatives))return schema;let others=alternatives.
filter(one=>isJson(one)&&one.type!=="null"),[only]=others;return others.length===1&&only?inner(only):
schema}function find(reference,root){if(!reference.startsWith("#"))return{};let target=decodeURIComponent(
reference.slice(1)).split("/").slice(1).map(key=>key.replaceAll("~1","/").replaceAll("~0","~")).reduce(
(node,key)=>isJson(node)&&Object.hasOwn(node,key)?node[key]:void 0,root);return isJson(target)?target:
{}}function kindOf2(schema){let{type,properties,items,required,enum:values,minItems}=schema;if(Array.
isArray(values))return{kind:"choice",values};if("const"in schema)return{kind:"choice",values:[schema.
const]};if(isMixed(schema))return{kind:"json"};let[only,...more]=[type].flat().filter(one=>one!=="nu\\
ll");if(more.length>0)return{kind:"json"};if(only==="boolean")return{kind:"choice",values:[!0,!1]};if(only===
"number"||only==="integer")return{kind:"number"};if(only==="string")return{kind:"string"};if(only===
"array"&&isJson(items))return{kind:"array",items,least:typeof minItems=="number"?minItems:0};if(only!==
"object"||!isJson(properties))return{kind:"json"};let named=Object.entries(properties).filter(entry=>isJson(
entry[1]));return named.length===0&&schema.additionalProperties!==!1?{kind:"json"}:{kind:"object",properties:named,
required:Array.isArray(required)?required:[]}}function isMixed(schema){return["anyOf","oneOf","allOf",
"prefixItems"].some(keyword=>Array.isArray(schema[keyword]))}var InputError=class extends Error{constructor(place,message){super(\`\${place||"The arguments"}: \${message}\`);
this.place=place}place},ControlField=class{constructor(plan,control,parse,print){this.plan=plan;this.
control=control;this.parse=parse;this.print=print;let{name,required,path}=plan,hint=hintOf(plan.schema),
hintId=newId();control.id=newId(),control.dataset.path=path,control.setAttribute("aria-describedby",
\`\${hintId} \${this.#fault.id}\`),required&&control.setAttribute("aria-required","true"),control.addEventListener(
"input",()=>this.complain(void 0)),this.element=h("div",{class:"field"},h("label",{for:control.id},...labelOf(
name,plan.schema,required)),h("p",{class:"hint",id:hintId,hidden:hint===""},hint),control,this.#fault)}plan;control;parse;print;element;#fault=h(
"p",{class:"fault",id:newId(),hidden:!0});read(){let{value}=this.control;if(!(value===""&&!(this.plan.
required&&this.plan.schema.type==="string")))try{return this.parse(value)}catch(error){let message=error.
message;throw this.complain(message),new InputError(this.plan.path,message)}}write(value){this.control.
value=value===void 0?"":this.print(value),this.complain(void 0)}complain(message){this.#fault.textContent=
message??"",this.#fault.hidden=message===void 0,message===void 0?this.control.removeAttribute("aria-\\
invalid"):this.control.setAttribute("aria-invalid","true")}};function labelOf(name,schema,required){
return[h("span",{class:"name"},name),required&&h("span",{class:"must",title:"required"},"*"),h("span",
{class:"type"},typeWord(schema))]}function hintOf(schema){let{description}=schema,limits=limitsOf(schema).
join(", "),words=typeof description=="string"?description.trim():"";return words===""||limits===""?words||
limits:\`\${words.replace(/[.;]$/,"")} · \${limits}\`}function numberField(plan){return listening(new ControlField(plan,input(plan,"decimal"),toNumber,String))}
function textField(plan){return listening(new ControlField(plan,textControl(plan),text=>text,String))}
function choiceField(plan,values){let options=values.map((value,index)=>h("option",{value:String(index)},
wordOf(value))),nothing=h("option",{value:""},plan.required?"choose …":"not given"),select=h("sele\\
ct",{},nothing,...options),indexOf=value=>values.findIndex(one=>JSON.stringify(one)===JSON.stringify(
value)),settled={...plan,schema:{...plan.schema,type:typeof values[0]=="boolean"?"boolean":"one of"}};
return listening(new ControlField(settled,select,text=>values[Number(text)],value=>{let index=indexOf(
value);return index===-1?"":String(index)}))}function jsonField(plan){let area=h("textarea",{rows:"2",
class:"code",spellcheck:"false",placeholder:"JSON"});return listening(new ControlField(plan,area,text=>JSON.
parse(text),indented))}function indented(value){return JSON.stringify(value,null,2)}function textControl(plan){
let{format,pattern,maxLength}=plan.schema;return format!==void 0||pattern!==void 0||Number(maxLength)<=
120?input(plan,"text"):h("textarea",{rows:"1",placeholder:exampleIn(plan.schema)})}function input({schema},inputmode){
return h("input",{type:"text",inputmode,autocomplete:"off",spellcheck:"false",placeholder:exampleIn(
schema)})}function exampleIn({examples,example}){let first=Array.isArray(examples)?examples[0]:example;
return first===void 0?void 0:wordOf(first)}function toNumber(text){let value=Number(text);if(text.trim()===
""||!Number.isFinite(value))throw new Error("This is no number.");return value}function listening(field){
return field.control.addEventListener("fault",event=>field.complain(String(event.detail))),field}var DEEPEST2=8,SchemaForm=class{element;#field;constructor(schema){this.#field=fieldOf({name:"",path:"",
schema,root:schema,required:!0},0),this.element=this.#field.element}read(){return this.#field.read()??
{}}write(value){this.#field.write(value)}complain(issues){for(let{path,message}of issues)this.element.
querySelector(\`[data-path="\${CSS.escape(path)}"]\`)?.dispatchEvent(new CustomEvent("fault",{detail:message}))}};
function fieldOf(plan,depth){let{schema,kind}=readSchema(plan.schema,plan.root),settled={...plan,schema},
field=depth>DEEPEST2?jsonField(settled):make(settled,kind,depth);return schema.default!==void 0&&field.
write(schema.default),field}function make(plan,kind,depth){switch(kind.kind){case"object":return depth===
0||plan.required?new ObjectField(plan,kind,depth):new OptionalField(plan,()=>new ObjectField(plan,kind,
depth));case"array":return new ArrayField(plan,kind,depth);case"choice":return choiceField(plan,kind.
values);case"number":return numberField(plan);case"string":return textField(plan);case"json":return jsonField(
plan)}}var ObjectField=class{constructor(plan,{properties,required},depth){this.plan=plan;let{path,root}=plan;
this.#fields=new Map(properties.map(([name,schema])=>{let inner={name,path:path?\`\${path}.\${name}\`:name,
schema,root};return[name,fieldOf({...inner,required:required.includes(name)},depth+1)]}));let children=[
...this.#fields.values()].map(({element:element2})=>element2),nothing=h("p",{class:"quiet"},"No argu\\
ments.");this.element=depth===0?h("div",{class:"fields"},...children.length>0?children:[nothing]):group(
plan,...children)}plan;element;#fields;read(){let entries=[...this.#fields].map(([name,field])=>[name,
field.read()]);return Object.fromEntries(entries.filter(([,value])=>value!==void 0))}write(value){let given=asJson(
value,this.plan.path),stranger=Object.keys(given).find(name=>!this.#fields.has(name));if(stranger!==
void 0)throw new InputError(this.plan.path,\`there is no field for \${JSON.stringify(stranger)}\`);for(let[
name,field]of this.#fields)field.write(Object.hasOwn(given,name)?given[name]:void 0)}},OptionalField=class{constructor(plan,create){
this.plan=plan;this.create=create;this.#switch.addEventListener("change",()=>this.#show(this.#switch.
checked)),this.element=h("div",{class:"field optional"},h("label",{for:this.#switch.id,class:"check"},
this.#switch,...labelOf(plan.name,plan.schema,!1)))}plan;create;element;#switch=h("input",{type:"che\\
ckbox",id:newId()});#inner;read(){return this.#inner?.read()}write(value){this.#show(value!=null),this.#inner&&
this.#inner.write(value)}#show(wanted){this.#switch.checked=wanted,wanted!==(this.#inner!==void 0)&&
(this.#inner?.element.remove(),this.#inner=wanted?this.create():void 0,this.#inner&&this.element.append(
this.#inner.element))}},ArrayField=class{constructor(plan,kind,depth){this.plan=plan;this.kind=kind;
this.depth=depth;let onclick=()=>{this.#append(),this.#list.lastElementChild?.querySelector("input, \\
select, textarea, button")?.focus()};this.#add=h("button",{type:"button",class:"small",onclick},\`Add\\
 to \${plan.name}\`),this.element=group(plan,this.#list,this.#add);for(let count=0;plan.required&&count<
Math.min(kind.least,3);count+=1)this.#append()}plan;kind;depth;element;#list=h("ol",{class:"items"});#add;#items=[];read(){
if(!(this.#items.length===0&&!this.plan.required))return this.#items.map(item=>item.read()??null)}write(value){
if(value!==void 0&&!Array.isArray(value))throw new InputError(this.plan.path,"the form takes a list \\
here");this.#items=[],this.#list.replaceChildren();for(let one of value??[])this.#append().write(one)}#append(){
let{name,path,root}=this.plan,index=this.#items.length,place={name:\`\${name} \${index+1}\`,path:\`\${path}\\
[\${index}]\`,root},item=fieldOf({...place,schema:this.kind.items,required:!0},this.depth+1),remove=()=>{
let values=this.#items.filter(one=>one!==item).map(one=>readOr(one,void 0));this.write(values),this.#add.
focus()};return this.#items.push(item),this.#list.append(h("li",{},item.element,h("button",{type:"bu\\
tton",class:"small quiet",onclick:remove,"aria-label":\`Remove \${place.name}\`},"Remove"))),item}};function readOr(field,fallback){
try{return field.read()}catch(error){if(error instanceof InputError)return fallback;throw error}}function asJson(value,path){
if(value==null)return{};if(isJson(value))return value;throw new InputError(path,"the form takes an o\\
bject here")}function group(plan,...children){let hint=hintOf(plan.schema);return h("fieldset",{class:"\\
field"},h("legend",{},...labelOf(plan.name,plan.schema,plan.required)),hint!==""&&h("p",{class:"hint"},
hint),...children)}var ArgumentsView=class{element=h("div",{class:"arguments"});#form;#fault=h("p",{class:"fault",role:"\\
alert",hidden:!0});#text=h("textarea",{class:"code",rows:"10",spellcheck:"false","aria-label":"Argum\\
ents as JSON"});#ways=newId();#asJson=!1;constructor(schema){this.#form=new SchemaForm(schema),fill(
this.element,h("fieldset",{class:"ways"},h("legend",{class:"unseen"},"Enter the arguments as"),this.#way(
"Form",!1),this.#way("JSON",!0)),this.#form.element,this.#text,this.#fault),this.#text.hidden=!0}read(){
if(!this.#asJson)return this.#form.read();try{return JSON.parse(this.#text.value)}catch(error){throw new InputError(
"",error.message)}}complain(issues){this.#form.complain(issues)}#way(text,asJson2){let radio=h("inpu\\
t",{type:"radio",name:this.#ways,checked:!asJson2});return radio.addEventListener("change",()=>{if(radio.
checked&&!this.#change(asJson2)){let other=this.element.querySelector(".ways input:not(:checked)");other&&
(other.checked=!0)}}),h("label",{},radio,h("span",{},text))}#change(asJson2){this.#fault.hidden=!0;try{
let value=this.read();if(asJson2)this.#text.value=JSON.stringify(value,null,2);else if(isJson(value))
this.#form.write(value);else throw new InputError("","the form takes an object")}catch(error){if(!(error instanceof
InputError))throw error;return this.#fault.textContent=error.message,this.#fault.hidden=!1,!1}return this.#asJson=
asJson2,this.#text.hidden=!asJson2,this.#form.element.hidden=asJson2,!0}};var HINTS=[["readOnlyHint","only reads","writes","calm"],["destructiveHint","destructive","not destr\\
uctive","warn"],["idempotentHint","idempotent","not idempotent","calm"],["openWorldHint","open world",
"closed world","calm"]];function factsOf({definition,origin}){let{module,route,guards,scopes,tags,timeout,
operationId}=origin??{},way=isJson(route)?\`\${String(route.verb)} \${String(route.path)}\`:void 0;return h(
"dl",{class:"facts"},...row("Annotations",hintsOf(definition.annotations)),...row("Source",typeof operationId==
"string"&&sourceOf(operationId,module)),...row("Route",way!==void 0&&code(way)),...row("Guards",Array.
isArray(guards)&&guardsOf(guards)),...row("Scopes",wordsOf(scopes)),...row("Tags",wordsOf(tags)),...row(
"Time-out",typeof timeout=="number"&&h("span",{},\`\${timeout} ms\`)),...row("Type",typeof definition.mimeType==
"string"&&code(definition.mimeType)))}function row(name,value){return value?[h("dt",{},name),h("dd",
{},value)]:[]}function code(text){return h("code",{},text)}function sourceOf(operationId,module){let home=typeof module==
"string"&&h("span",{class:"quiet"}," in ",code(module));return h("span",{},code(operationId),home)}function hintsOf(annotations){
if(!isJson(annotations))return;let chips=HINTS.flatMap(([hint,yes,no,tone])=>{let value=annotations[hint];
return typeof value!="boolean"?[]:[h("span",{class:value?\`chip \${tone}\`:"chip"},value?yes:no)]});return chips.
length===0?void 0:h("span",{class:"chips"},...chips)}function guardsOf(guards){return guards.length===
0?h("span",{class:"open"},"none: whoever reaches the endpoint may call it"):h("ol",{class:"chain"},...guards.
map(guard=>h("li",{},code(String(guard)))))}function wordsOf(words){if(!(!Array.isArray(words)||words.
length===0))return h("span",{class:"chips"},...words.map(word=>h("span",{class:"chip"},String(word))))}var IndexView=class{constructor(root,onSelect){this.root=root;this.onSelect=onSelect;this.#filter.addEventListener(
"input",()=>this.#draw()),root.addEventListener("keydown",event=>this.#walk(event)),fill(root,this.#filter,
this.#lists)}root;onSelect;#filter=h("input",{type:"search",class:"filter",placeholder:"Filter","ari\\
a-label":"Filter by name or title",autocomplete:"off",spellcheck:"false"});#lists=h("div",{});#catalogue;#selected;show(catalogue,selected){
this.#catalogue=catalogue,this.#selected=selected,this.#filter.hidden=catalogue===void 0,this.#draw()}#draw(){
let catalogue=this.#catalogue;if(!catalogue)return fill(this.#lists);let wanted=this.#filter.value.trim().
toLowerCase(),shown=catalogue.entries.filter(entry=>\`\${entry.key} \${titleOf(entry)}\`.toLowerCase().includes(
wanted)),groups=SORTS.flatMap(({sort,title})=>{let entries=shown.filter(entry=>entry.sort===sort);return entries.
length===0?[]:this.#group(title,entries)}),nothing=h("p",{class:"quiet"},wanted?"Nothing of this nam\\
e.":"Nothing is offered to this caller.");fill(this.#lists,...groups.length>0?groups:[nothing],this.#boot(
catalogue))}#group(title,entries){let items=entries.map(entry=>h("li",{},this.#item(entry,entry.key,
marksOf(entry))));return[h("h2",{},title,h("span",{class:"count"},String(entries.length))),h("ul",{role:"\\
list"},...items)]}#boot({notices}){let count=notices&&notices.length>0&&h("span",{class:"count"},String(
notices.length));return h("ul",{role:"list",class:"apart"},h("li",{},this.#item("boot","Boot report",
count)))}#item(selection,text,mark){let current=selection===this.#selected&&"page";return h("button",
{type:"button",class:selection==="boot"?"item":"item code","aria-current":current,onclick:()=>this.onSelect(
selection)},h("span",{},text),mark)}#walk(event){let step={ArrowDown:1,ArrowUp:-1}[event.key];if(step===
void 0)return;let places=[...this.root.querySelectorAll("input:not([hidden]), button")],next=places[places.
indexOf(document.activeElement)+step];next&&(event.preventDefault(),next.focus())}};function titleOf({
definition,key}){let{title,name,annotations}=definition,hint=annotations?.title,found=[title,hint,name].
find(one=>typeof one=="string"&&one!=="");return typeof found=="string"?found:key}function marksOf({
definition}){let{readOnlyHint,destructiveHint}=definition.annotations??{};if(destructiveHint===!0)return h(
"span",{class:"mark warn",title:"destructive",role:"img","aria-label":"destructive"});if(readOnlyHint===
!0)return h("span",{class:"mark calm",title:"only reads",role:"img","aria-label":"only reads"})}var META={protocolVersion:"io.modelcontextprotocol/protocolVersion",clientInfo:"io.modelcontextproto\\
col/clientInfo",clientCapabilities:"io.modelcontextprotocol/clientCapabilities",logLevel:"io.modelco\\
ntextprotocol/logLevel",serverInfo:"io.modelcontextprotocol/serverInfo",subscriptionId:"io.modelcont\\
extprotocol/subscriptionId",acceptLanguage:"io.modelcontextprotocol/acceptLanguage",contentLanguage:"\\
io.modelcontextprotocol/contentLanguage",error:"dev.toolport/error"};var ResultView=class{#result=h("div",{class:"pane-body",tabindex:"0",role:"group"});#messages=h("div",
{class:"pane-body",tabindex:"0",role:"group"});element=h("div",{class:"panes"},paneOf("Result",this.#result),
paneOf("Messages",this.#messages));constructor(){fill(this.#result,quiet("The answer will stand here\\
.")),fill(this.#messages,quiet("And here, what is said on the wire."))}begin(){fill(this.#result,quiet(
"Waiting for the answer …")),fill(this.#messages)}overhear=({sent,line,headers,body})=>{let lines=Object.
entries(headers??{}).map(([name,value])=>\`\${name}: \${value}\`),head=h("summary",{},h("span",{class:sent?
"sent":"received",role:"img","aria-label":sent?"sent":"received"}),line),label=sent?"Sent message":"\\
Received message";this.#messages.append(h("details",{open:!0},head,lines.length>0&&textBlock(lines.join(
\`
\`),"Request headers"),body!==void 0&&(typeof body=="string"?textBlock(body,label):jsonBlock(body,label))))};end(outcome){
let{status,milliseconds,result,error}=outcome,failure=result?.isError===!0?failureIn(result):void 0,
word=error||failure?outcome.cancelled?"Cancelled":"Failed":"Succeeded",facts=[failure?.code??codeIn(
error),status>0&&\`HTTP \${status}\`,\`\${milliseconds} ms\`].filter(Boolean).map(String);return fill(this.#result,
h("p",{class:"verdict"},h("strong",{class:word==="Succeeded"?"good":"bad"},word),...facts.map(fact=>h(
"span",{},fact))),...error?faultOf(error):contentOf(result??{})),[word,...facts].join(", ")}refuse(message){
fill(this.#result,h("p",{class:"fault"},message)),fill(this.#messages,quiet("Nothing was sent."))}};
function paneOf(title,body){return body.setAttribute("aria-label",title),h("section",{class:"pane"},
h("h3",{},title),body)}function issuesIn({result}){let details=failureIn(result??{})?.details,issues=isJson(
details)?details.issues:void 0;return Array.isArray(issues)?issues.filter(isJson).map(({path,message})=>({
path:String(path),message:String(message)})):[]}function failureIn(result){let meta=result._meta,failure=isJson(
meta)?meta[META.error]:void 0;return isJson(failure)?failure:void 0}function codeIn(error){let data=error?.
data;return isJson(data)?data.code:error?.code}function faultOf(error){let{message,data}=error;return[
h("p",{class:"fault"},String(message)),...data===void 0?[]:[jsonBlock(data,"Data of the error")]]}function contentOf(result){
let{structuredContent,content,messages,contents}=result,structured=structuredContent===void 0?[]:[jsonBlock(
structuredContent,"Structured content")],listed=[content,messages,contents].flatMap(list=>Array.isArray(
list)?list.filter(isJson):[]),others=structured.length>0?listed.filter(item=>!says(item,structuredContent)):
listed,shown=[...structured,...others.map(itemOf)];return shown.length>0?shown:[quiet("The answer is\\
 empty.")]}function says({text},value){if(typeof text!="string")return!1;try{return JSON.stringify(JSON.
parse(text))===JSON.stringify(value)}catch{return!1}}function itemOf(item){let{role,uri,mimeType,type}=item,
inner=[item.content,item.resource].find(isJson)??item,caption=[role,inner.type??type,uri??inner.uri,
inner.mimeType??mimeType].filter(fact=>typeof fact=="string"&&fact!=="text").join(" · ");return h("\\
figure",{},caption!==""&&h("figcaption",{},caption),bodyOf(inner))}function bodyOf(item){let{text,data,
blob}=item;if(typeof text=="string"){let value=parsed(text);return value===void 0?textBlock(text,"Te\\
xt"):jsonBlock(value,"Text")}let bytes=data??blob;return typeof bytes=="string"?quiet(\`\${Math.floor(
bytes.length*3/4)} bytes\`):jsonBlock(item)}function parsed(text){if(/^\\s*[[{]/.test(text))try{return JSON.
parse(text)}catch{return}}function quiet(text){return h("p",{class:"quiet"},text)}var EXPRESSION=/\\{([+#./;?&]?)([^{}]+)\\}/g,OPERATORS={"":{first:"",between:","},"+":{first:"",between:"\\
,",open:!0},"#":{first:"#",between:",",open:!0},".":{first:".",between:"."},"/":{first:"/",between:"\\
/"},";":{first:";",between:";",named:!0},"?":{first:"?",between:"&",named:!0},"&":{first:"&",between:"\\
&",named:!0}};function variablesOf(template){let names=[...template.matchAll(EXPRESSION)].flatMap(([
,,list=""])=>namesIn(list));return[...new Set(names)]}function expand(template,values){return template.
replace(EXPRESSION,(_,operator,list)=>{let{first,between:between2,named,open}=OPERATORS[operator]??{
first:"",between:","},parts=namesIn(list).flatMap(name=>{let value=values[name];if(value===void 0||named&&
value==="")return[];let text=wordOf(value),encoded=open?encodeURI(text):encodeURIComponent(text);return[
named?\`\${name}=\${encoded}\`:encoded]});return parts.length===0?"":first+parts.join(between2)})}function namesIn(list){
return list.split(",").map(name=>name.replace(/\\*$|:\\d+$/,"").trim())}var VERBS={tool:"Call",resource:"Read",template:"Read",prompt:"Get"},EntryView=class{constructor(entry,client,say){
this.entry=entry;this.client=client;this.say=say;this.#arguments=new ArgumentsView(schemaOf(entry)),
this.#call=h("button",{type:"submit",class:"primary"},VERBS[entry.sort]),this.#cancel.addEventListener(
"click",()=>this.#running?.abort()),this.element=h("article",{},...this.#head(),this.#form(),this.#result.
element,this.#schemas())}entry;client;say;element;#arguments;#result=new ResultView;#call;#cancel=h(
"button",{type:"button",hidden:!0},"Cancel");#running;leave(){this.#running?.abort()}#head(){let{definition,
key}=this.entry,title=titleOf(this.entry),{description}=definition;return[h("h2",{tabindex:"-1"},title),
h("p",{class:"key code",hidden:title===key},key),h("p",{class:"description",hidden:typeof description!=
"string"},String(description)),factsOf(this.entry)]}#form(){let form=h("form",{class:"call","aria-la\\
bel":"Arguments",novalidate:!0},h("h3",{},"Arguments"),this.#arguments.element,h("div",{class:"butto\\
ns"},this.#call,this.#cancel,h("kbd",{},"Ctrl Enter")));return form.addEventListener("submit",event=>{
event.preventDefault(),this.#run()}),form.addEventListener("keydown",event=>{event.key==="Enter"&&(event.
ctrlKey||event.metaKey)&&form.requestSubmit()}),form}async#run(){if(this.#running)return;let request=this.#request();
if(!request)return;let running=new AbortController;this.#running=running,this.#busy(!0),this.#result.
begin(),this.say("Waiting for the answer");let{definition,sort}=this.entry,outcome=await this.client().
request(request.method,request.params,{signal:running.signal,onTraffic:this.#result.overhear,verbose:!0,
inputSchema:sort==="tool"&&isJson(definition.inputSchema)?definition.inputSchema:void 0});this.#running=
void 0,this.#busy(!1),this.say(this.#result.end(outcome)),this.#arguments.complain(issuesIn(outcome)),
this.#result.element.scrollIntoView({block:"nearest"})}#busy(busy){this.#call.setAttribute("aria-dis\\
abled",String(busy)),this.#cancel.hidden=!busy}#request(){try{let given=this.#arguments.read();return requestFor(
this.entry,given)}catch(error){if(!(error instanceof InputError))throw error;this.#result.refuse(error.
message),this.say(error.message),this.element.querySelector("[aria-invalid]")?.focus();return}}#schemas(){
let{inputSchema,outputSchema}=this.entry.definition;return h("div",{class:"schemas"},...foldOf("Publ\\
ished input schema",inputSchema),...foldOf("Output schema",outputSchema),...foldOf("Definition",this.
entry.definition))}};function foldOf(title,value){if(value===void 0)return[];let block=jsonBlock(value,
title);return block.tabIndex=0,[h("details",{},h("summary",{},title),block)]}function requestFor({sort,
key,definition},given){switch(sort){case"tool":return{method:"tools/call",params:{name:definition.name,
arguments:given}};case"prompt":return{method:"prompts/get",params:{name:definition.name,arguments:given}};case"\\
resource":return{method:"resources/read",params:{uri:key}};case"template":return{method:"resources/r\\
ead",params:{uri:expand(key,isJson(given)?given:{})}}}}function schemaOf({sort,key,definition}){let{
inputSchema,arguments:args}=definition;if(sort==="tool")return isJson(inputSchema)?inputSchema:{type:"\\
object"};let places=sort==="template"?variablesOf(key).map(name=>({name,required:!0})):(Array.isArray(
args)?args:[]).filter(isJson);return{type:"object",properties:Object.fromEntries(places.map(({name,description})=>[
String(name),{type:"string",description}])),required:places.filter(({required})=>required===!0).map(
({name})=>String(name)),additionalProperties:!1}}var PROTOCOL_VERSIONS=["2024-11-05","2025-03-26","2025-06-18","2025-11-25","2026-07-28"],FIRST_STATELESS_VERSION="\\
2026-07-28";function isProtocolVersion(value){return PROTOCOL_VERSIONS.includes(value)}function isStateless(version){
return version>=FIRST_STATELESS_VERSION}var NAME=/^[\\w!#$%&'*+.^\`|~-]+$/;function isFieldName(text){return NAME.test(text)}function isJsonObject(value){return typeof value=="object"&&value!==null&&!Array.isArray(value)}var KEYWORD="x-mcp-header",TYPES=["string","integer","boolean"];function headerParamsOf(schema){let scan=new Scan;
return scan.visit(schema,[],[],!0),scan}var Scan=class{params=[];faults=[];visit(node,where,path,reachable){
if(Array.isArray(node)&&node.forEach((item,index)=>this.visit(item,[...where,\`\${index}\`],path,!1)),!!isJsonObject(
node)){KEYWORD in node&&this.#take(node,where,path,reachable&&path.length>0);for(let[keyword,value]of Object.
entries(node))DATA.has(keyword)||(keyword==="properties"?this.#properties(value,where,path,reachable):
this.visit(value,[...where,keyword],path,!1))}}#properties(properties,where,path,reachable){if(isJsonObject(
properties))for(let[key,child]of Object.entries(properties))this.visit(child,[...where,key],[...path,
key],reachable)}#take(node,where,path,reachable){let name=node[KEYWORD];if(isToken(name)){let fault=misplaced(
node.type,reachable)??this.#clash(name);fault===void 0?this.params.push({name,path}):this.faults.push(
{where:where.join("."),message:fault})}else this.faults.push({where:where.join("."),message:NO_TOKEN})}#clash(name){
let lower=name.toLowerCase(),other=this.params.find(param=>param.name.toLowerCase()===lower);return other&&
\`\${KEYWORD} "\${name}" is the header of \${other.path.join(".")} already\`}},DATA=new Set(["const","enu\\
m","default","examples",KEYWORD]),NO_TOKEN=\`\${KEYWORD} must be an HTTP field name: letters, digits a\\
nd !#$%&'*+-.^_\\\`|~\`;function isToken(name){return typeof name=="string"&&isFieldName(name)}function misplaced(type,reachable){
if(!reachable)return\`\${KEYWORD} is allowed only where "properties" alone lead from the root to the v\\
alue\`;if(!TYPES.includes(type))return\`\${KEYWORD} is allowed only on type string, integer or boolean\`}var PREFIX="=?base64?";var PLAIN=/^[\\x20-\\x7e\\t]*$/;function encodeHeaderValue(value){return PLAIN.test(value)&&value===trimWhitespace(value)&&!isEncoded(
value)?value:\`\${PREFIX}\${base64Of(value)}?=\`}function base64Of(text){let bytes=new TextEncoder().encode(
text);return btoa(Array.from(bytes,byte=>String.fromCharCode(byte)).join(""))}function isEncoded(value){
return value.length>=PREFIX.length+2&&value.startsWith(PREFIX)&&value.endsWith("?=")}function trimWhitespace(value){
let start=0,end=value.length;for(;start<end&&isWhitespace(value,start);)start+=1;for(;end>start&&isWhitespace(
value,end-1);)end-=1;return value.slice(start,end)}function isWhitespace(value,index){return value[index]===
" "||value[index]==="	"}var NAMED_BY={"tools/call":"name","prompts/get":"name","resources/read":"uri"};function mirrorHeaders({
method,params},inputSchema){let headers={"mcp-method":String(method)},given=isJson(params)?params:{},
name=given[NAMED_BY[String(method)]??""];typeof name=="string"&&(headers["mcp-name"]=encodeHeaderValue(
name));for(let param of inputSchema?headerParamsOf(inputSchema).params:[]){let value=param.path.reduce(
(node,key)=>isJson(node)?node[key]:void 0,given.arguments);value!=null&&(headers[\`mcp-param-\${param.
name.toLowerCase()}\`]=encodeHeaderValue(wordOf(value)))}return headers}async function*eventsOf(body){let rest="",reader=body.pipeThrough(new TextDecoderStream).getReader();
for(;;){let{done,value=""}=await reader.read(),blocks=(rest+value).replaceAll(\`\\r
\`,\`
\`).split(\`

\`);rest=blocks.pop()??"";for(let block of done?[...blocks,rest]:blocks){let data=block.split(\`
\`).filter(line=>line.startsWith("data:")).map(line=>line.slice(5).replace(/^ /,""));data.length>0&&(yield data.
join(\`
\`))}if(done)return}}var CLIENT={name:"toolport-inspector",version:"1"},McpClient=class{constructor(settings){this.settings=
settings}settings;#id=0;#session;async open(){let outcome=this.#stateless?await this.request("server\\
/discover",{}):await this.request("initialize",{protocolVersion:this.settings.revision,capabilities:{},
clientInfo:CLIENT}),{result}=outcome;if(!result)return outcome;if(!this.#stateless){let told=await this.#notify(
"notifications/initialized",{});if(told.error)return told}let server=(isJson(result._meta)?result._meta:
{})[META.serverInfo]??result.serverInfo??CLIENT,{capabilities}=result;return{...outcome,greeting:{server,
capabilities:isJson(capabilities)?capabilities:{}}}}async list(method,field){let items=[],cursor;for(;;){
let outcome=await this.request(method,cursor===void 0?{}:{cursor}),page=outcome.result?.[field];if(Array.
isArray(page)&&items.push(...page.filter(isJson)),cursor=outcome.result?.nextCursor,outcome.error||cursor===
void 0)return{...outcome,items}}}async request(method,params,options={}){this.#id+=1;let id=this.#id,
message={jsonrpc:"2.0",id,method,params:this.#withMeta(params,id,options)},outcome=await this.#exchange(
message,id,options);return outcome.cancelled&&!this.#stateless&&await this.#notify("notifications/ca\\
ncelled",{requestId:id}),outcome}get#stateless(){let{revision}=this.settings;return isProtocolVersion(
revision)&&isStateless(revision)}#withMeta(params,id,{verbose}){let progress=verbose?{progressToken:id}:
{};if(!this.#stateless)return verbose?{...params,_meta:progress}:params;let _meta={[META.protocolVersion]:this.
settings.revision,[META.clientInfo]:CLIENT,[META.clientCapabilities]:{},...verbose&&{[META.logLevel]:"\\
debug"},...progress};return{...params,_meta}}#notify(method,params){return this.#exchange({jsonrpc:"\\
2.0",method,params},void 0,{})}async#exchange(message,id,{signal,onTraffic=()=>{},inputSchema}){let{
endpoint,cookies}=this.settings,begun=performance.now(),since=()=>Math.round(performance.now()-begun),
status=0;try{let headers=this.#headersOf(message,inputSchema);onTraffic({sent:!0,line:\`POST \${endpoint}\`,
headers:this.#masked(headers),body:message});let response=await fetch(endpoint,{method:"POST",headers,
body:JSON.stringify(message),credentials:cookies?"same-origin":"omit",cache:"no-store",redirect:"err\\
or",signal});({status}=response),this.#session=response.headers.get("mcp-session-id")??this.#session;
let answer=await answerIn(response,id,onTraffic);return id===void 0&&response.ok?{status,milliseconds:since()}:
{status,milliseconds:since(),...partsOf(answer,status)}}catch(error){let cancelled=signal?.aborted===
!0,text=error instanceof Error?error.message:String(error),said=cancelled?"You have cancelled the ca\\
ll.":\`No answer that can be read: \${text}\`;return{status,milliseconds:since(),cancelled,error:{message:said}}}}#headersOf(message,inputSchema){
let{revision,header,credentials}=this.settings;return{"content-type":"application/json",accept:"appl\\
ication/json, text/event-stream","mcp-protocol-version":revision,...this.#session!==void 0&&{"mcp-se\\
ssion-id":this.#session},...credentials!==""&&{[header.toLowerCase()]:credentials},...this.#stateless&&
mirrorHeaders(message,inputSchema)}}#masked(headers){let secret=this.settings.header.toLowerCase();return Object.
fromEntries(Object.entries(headers).map(([name,value])=>[name,name===secret?"••••••":value]))}};
async function answerIn(response,id,onTraffic){let type=response.headers.get("content-type")??"",line=\`\${response.
status} \${response.statusText}\`.trim();if(!response.body||!type.startsWith("text/event-stream")){let body=parsed2(
await response.text());return onTraffic({sent:!1,line:\`\${line} \${type}\`.trim(),body:body===""?void 0:
body}),body}let answer;for await(let data of eventsOf(response.body)){let body=parsed2(data);onTraffic(
{sent:!1,line:\`\${line} event\`,body}),isJson(body)&&body.id===id&&!("method"in body)&&(answer=body)}return answer}
function partsOf(answer,status){if(isJson(answer)){let{result,error}=answer;if(isJson(result))return{
result};if(isJson(error))return{error}}return{error:{message:\`The server answered \${status} without \\
a message of MCP.\`}}}function parsed2(text){try{return JSON.parse(text)}catch{return text}}function takeToken(){let fresh=location.hash.slice(1),kept=history.state,token=fresh||(typeof kept==
"string"?kept:"");return history.replaceState(token,"",location.pathname),token}var Toolbar=class{constructor(root,endpoint,onApply){this.endpoint=endpoint;let form=h("form",{class:"\\
settings","aria-label":"How to speak to the server"},labelled("Revision",this.#revision),labelled("H\\
eader",this.#header),labelled("Credentials",this.#credentials),h("label",{class:"check",for:this.#cookies.
id},this.#cookies,"Send cookies"),h("button",{type:"submit"},"Apply"));form.addEventListener("submit",
event=>{event.preventDefault(),onApply()}),this.#revision.addEventListener("change",onApply),this.#cookies.
addEventListener("change",onApply),fill(root,this.#who,form,this.#status),this.greet(void 0)}endpoint;#who=h(
"div",{class:"who"});#status=h("p",{class:"status",role:"status"});#revision=h("select",{id:newId()},
...PROTOCOL_VERSIONS.toReversed().map(version=>h("option",{value:version},version)));#header=h("inpu\\
t",{id:newId(),type:"text",value:"Authorization",spellcheck:"false",autocomplete:"off"});#credentials=h(
"input",{id:newId(),type:"text",class:"secret",autocomplete:"off",spellcheck:"false",placeholder:"no\\
ne","data-1p-ignore":!0});#cookies=h("input",{id:newId(),type:"checkbox"});get settings(){return{endpoint:this.
endpoint,revision:this.#revision.value,header:this.#header.value.trim(),credentials:this.#credentials.
value,cookies:this.#cookies.checked}}greet(greeting){let{server}=greeting??{},name=server?.title??server?.
name??"Inspector";fill(this.#who,h("h1",{},name,server&&h("span",{class:"version"},server.version)),
h("p",{class:"quiet"},\`Toolport inspector · POST \${this.endpoint}\`)),document.title=\`\${name} · Tool\\
port inspector\`}say(text){this.#status.textContent=text}};function labelled(text,control){return h("\\
div",{class:"setting"},h("label",{for:control.id},text),control)}var Page=class{#token=takeToken();#content=element("content");#toolbar;#index;#client;#catalogue;#view;constructor(){
let endpoint=location.pathname.replace(/\\/inspector\\/?$/,"")||"/";this.#toolbar=new Toolbar(element(
"top"),endpoint,()=>{this.connect()}),this.#index=new IndexView(element("index"),selection=>this.#select(
selection,!0)),this.#client=new McpClient(this.#toolbar.settings)}async connect(){let client=new McpClient(
this.#toolbar.settings);this.#client=client,this.#toolbar.say("Asking the server …");let answer=await readCatalogue(
client,this.#token);if(client!==this.#client)return;if("refusal"in answer)return this.#refused(answer.
refusal);let{catalogue}=answer,before=this.#view?.entry;this.#catalogue=catalogue,this.#toolbar.greet(
catalogue.greeting),this.#toolbar.say(\`\${catalogue.entries.length} entries, revision \${client.settings.
revision}\`);let same=catalogue.entries.find(({sort,key})=>sort===before?.sort&&key===before.key);same&&
JSON.stringify(same)===JSON.stringify(before)?this.#index.show(catalogue,same):this.#select(same??catalogue.
entries[0]??"boot",!1)}#select(selection,byHand){let catalogue=this.#catalogue;catalogue&&(this.#view?.
leave(),this.#view=selection==="boot"?void 0:new EntryView(selection,()=>this.#client,text=>this.#toolbar.
say(text)),fill(this.#content,this.#view?.element??bootView(catalogue)),this.#index.show(catalogue,selection),
byHand&&this.#content.querySelector("h2")?.focus())}#refused({status,error}){this.#view?.leave(),this.#view=
void 0,this.#catalogue=void 0,this.#index.show(void 0,void 0);let isRefusal=status===401||status===403,
title=isRefusal?"The server refuses this caller":"The server does not answer",remedy=isRefusal?"Ente\\
r credentials above as the application expects them, and apply.":"See whether it runs, then apply th\\
e settings once more.";this.#toolbar.say(\`\${title}, HTTP \${status}\`),fill(this.#content,h("article",
{class:"refusal"},h("h2",{},title),h("p",{class:"fault"},String(error?.message)),h("p",{class:"quiet"},
remedy)))}};function element(id){let found=document.getElementById(id);if(!found)throw new Error(\`Th\\
e page has no #\${id}\`);return found}new Page().connect();})();
`;
